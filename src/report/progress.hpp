#pragma once

#include <string>

#include "src/metrics/result.hpp"

namespace squall::report {

/// One second of a run in one line of at most page_columns, without its end.
std::string progress_line(const metrics::Sample& sample);

}  // namespace squall::report
