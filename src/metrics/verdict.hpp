#pragma once

#include "src/metrics/result.hpp"

namespace squall::metrics {

/// Fills in the verdict and its sentence from everything else in `result`, in the order of the exit codes: nobody could
/// log in, the generator was the bottleneck, messages lost or users failed, all well. Messages planned for a partner
/// that an odd number of users lacks need not arrive.
void judge(Result& result);

}  // namespace squall::metrics
