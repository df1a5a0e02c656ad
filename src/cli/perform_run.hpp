#pragma once

#include "src/cli/run_plan.hpp"

namespace squall::cli {

/// Carries out a plan: checks it against this machine and the target, starts the embedded server where it is the
/// target, runs the load, reports. Answers the exit code. Throws UsageError before anything has been started.
int perform_run(const RunPlan& plan);

}  // namespace squall::cli
