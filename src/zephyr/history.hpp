#pragma once

#include <cstddef>
#include <span>

namespace squall::zephyr {

/// A step of the load test of the Unity Multiuser Server, February 2005, as its vendor printed it: average processing
/// time of a message in ms, without and with the Zephyr parser.
struct HistoricalStep {
  std::size_t clients;
  double without_ms;  ///< 0: the test had ended
  double with_ms;
};
std::span<const HistoricalStep> history_of_2005();
/// Nothing for other numbers of clients.
const HistoricalStep* step_of_2005(std::size_t clients);

/// All its times fit a clock of that many ms; an average over n messages has an n-th of it as resolution.
inline constexpr double tick_of_2005_ms = 15.625;
inline double resolution_of_2005_ms(std::size_t messages) {
  return tick_of_2005_ms / static_cast<double>(messages);
}

}  // namespace squall::zephyr
