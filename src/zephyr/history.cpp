#include "src/zephyr/history.hpp"

#include <algorithm>
#include <array>

namespace squall::zephyr {
namespace {

constexpr std::array steps{
    HistoricalStep{100, 371, 0.16},    HistoricalStep{200, 246, 4.395},   HistoricalStep{300, 372, 0.203},
    HistoricalStep{400, 328, 0.195},   HistoricalStep{500, 543, 0.302},   HistoricalStep{600, 694, 0.026},
    HistoricalStep{700, 705, 0.11},    HistoricalStep{800, 592, 0.099},   HistoricalStep{900, 961, 0.034},
    HistoricalStep{1000, 1172, 0.063}, HistoricalStep{1100, 1318, 0.057}, HistoricalStep{1200, 0, 0.039},
    HistoricalStep{1300, 0, 0.024},    HistoricalStep{1400, 0, 0.088},    HistoricalStep{1500, 0, 0.073},
    HistoricalStep{1600, 0, 0.097},    HistoricalStep{1700, 0, 0.028},    HistoricalStep{1800, 0, 0.043},
    HistoricalStep{1900, 0, 0.065},    HistoricalStep{2000, 0, 0.062},    HistoricalStep{2100, 0, 0.053},
};

}  // namespace

std::span<const HistoricalStep> history_of_2005() {
  return steps;
}

const HistoricalStep* step_of_2005(std::size_t clients) {
  const auto* found = std::find_if(steps.begin(), steps.end(), [=](const auto& s) { return s.clients == clients; });
  return found == steps.end() ? nullptr : found;
}

}  // namespace squall::zephyr
