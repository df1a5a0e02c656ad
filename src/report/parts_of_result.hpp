#pragma once

#include "src/metrics/result.hpp"
#include "src/report/machine.hpp"
#include "src/report/result_fields.hpp"

namespace squall::report {

// What json_document() wrote, turned back. Each throws ResultFileError.

metrics::Result result_of(const Field& document);
scenario::Scenario scenario_of(const Field& scenario);
metrics::Histogram histogram_of(const Field& histogram);
Machine machine_of(const Field& machine);

}  // namespace squall::report
