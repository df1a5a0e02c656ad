#pragma once

#include "src/cli/run_plan.hpp"
#include "src/metrics/result.hpp"

namespace squall::cli {

/// Writes the files that were asked for, then prints the report, and answers the exit code. The version is filled in.
int report_result(const RunPlan& plan, metrics::Result& result);

}  // namespace squall::cli
