#pragma once

#include <cstdint>

#include "src/metrics/histogram.hpp"
#include "src/metrics/result.hpp"

namespace squall::metrics {

/// What one worker, or all together, say of the second that has ended. Counts are since the run began.
struct Snapshot {
  std::uint64_t online = 0;
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;
  std::uint64_t outstanding = 0;
  std::uint64_t failed_users = 0;
  Histogram second;  ///< latencies from the plan of the messages that arrived in this second

  Snapshot& operator+=(const Snapshot& other);
  /// The counts and the p99 of a Sample; the rest is the controller's to fill in.
  Sample sample() const;
};

}  // namespace squall::metrics
