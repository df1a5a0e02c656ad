#pragma once

#include <cstdint>

#include "src/metrics/histogram.hpp"
#include "src/net/clock.hpp"

namespace squall::zephyr {

/// What became of some messages that a crowd sent, as the generator saw it. Every message sent is in exactly one of
/// answered and unanswered().
struct Outcome {
  std::uint64_t sent = 0;
  std::uint64_t answered = 0;    ///< came to whom they were for, from whom they were, whole, in time
  std::uint64_t wrong = 0;       ///< arrivals that were none of ours, or altered, or at the wrong user
  std::uint64_t duplicates = 0;  ///< arrivals of what had arrived
  std::uint64_t unstamped = 0;   ///< answered, but timed by the clock just after the read
  std::uint64_t digest = 0;      ///< sum of the digests of all that was answered
  net::Duration sending{};       ///< from the first send to the end of the last
  net::Duration sending_cpu{};   ///< processor time of the generator's thread in that time
  net::Duration round_trip{};    ///< from the first send to the last arrival
  metrics::Histogram latency;    ///< of each message, from its send to its arrival; ns
  metrics::Histogram from_plan;  ///< the same from the instant at which it was due
  metrics::Histogram lateness;   ///< of each send, behind the instant at which it was due

  std::uint64_t unanswered() const { return sent - answered; }
  bool is_complete() const { return sent > 0 && answered == sent && wrong == 0 && duplicates == 0; }
};

}  // namespace squall::zephyr
