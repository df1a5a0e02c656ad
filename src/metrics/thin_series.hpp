#pragma once

#include <cstddef>
#include <vector>

#include "src/metrics/result.hpp"

namespace squall::metrics {

/// Points of its series that a run keeps at most: almost three hours of seconds.
inline constexpr std::size_t most_points = 10'000;

/// Does nothing to a series of fewer than `most` points, else thins it to about a half: a point stands for the time
/// since the one before it, and neighbours of one phase become one as long as that time stays short. Counts are those
/// of the last (they count from the begin of the run), p99_ns is the greatest, generator_cpu the mean over the time.
void thin(std::vector<Sample>& series, std::size_t most = most_points);

}  // namespace squall::metrics
