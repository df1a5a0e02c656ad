#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/zephyr/cell.hpp"
#include "src/zephyr/staircase.hpp"
#include "src/zephyr/statistics.hpp"

namespace squall::zephyr {

/// One climb of the experiment.
struct CellClimb {
  std::size_t cell = 0;    ///< index in GridResult::cells
  std::size_t repeat = 0;  ///< from 0
  bool instruments = true;
  Climb climb;
};

/// The staircase in every cell, repeats interleaved, and what follows from it. Times are nanoseconds.
struct GridResult {
  Stairs stairs;
  std::vector<Cell> cells;
  std::size_t repeats = 0;
  std::uint64_t seed = 0;
  bool cores_apart = false;
  std::vector<CellClimb> climbs;

  /// Numbers of clients at which any climb has a step, in order.
  std::vector<std::size_t> steps() const;
  /// A cell of that name; nothing if the grid has none.
  std::optional<std::size_t> cell(std::string_view parser, std::string_view forwarding) const;
  /// The step of a climb with instruments; null if there is none, or it is not counted.
  const StepFigures* counted(std::size_t cell, std::size_t repeat, std::size_t clients) const;

  using Figure = double (*)(const StepFigures&);
  /// Over the repeats that count.
  std::optional<Spread> figure(std::size_t cell, std::size_t clients, Figure of) const;
  /// Of the average process times of two cells, repeat by repeat; only repeats that count in both.
  std::optional<Spread> ratio(std::size_t of, std::size_t to, std::size_t clients) const;
  /// The same over all steps: of each repeat the geometric mean of its steps' ratios.
  std::optional<Spread> ratio(std::size_t of, std::size_t to) const;
  /// How much more processor time a message took the server with instruments than without, all cells and steps of a
  /// repeat together: 0.05 is 5 %.
  std::optional<Spread> cost_of_instruments() const;

  /// What is not right about the account: bodies that differ between cells, sums that do not hold. Empty if all is
  /// well.
  std::vector<std::string> faults() const;
  /// Steps with instruments in all, and those of them that are not counted.
  std::size_t measured() const;
  std::size_t marked() const;
};

inline double process_time(const StepFigures& step) {
  return step.first_byte;
}
/// Of the round trip, the part that is processing in the server.
inline double server_share(const StepFigures& step) {
  return step.latency > 0 ? step.first_byte / step.latency : 0;
}

}  // namespace squall::zephyr
