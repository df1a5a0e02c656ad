#pragma once

#include <functional>
#include <string>
#include <vector>

#include <boost/system/result.hpp>

#include "src/zephyr/grid_result.hpp"
#include "src/zephyr/subject.hpp"

namespace squall::zephyr {

struct GridPlan {
  Stairs stairs;
  std::vector<Cell> cells;
  std::size_t repeats = 5;
  std::uint64_t seed = 1;
};

/// Told before each climb, and of each step of the climbs of the first repeat.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void begins(const std::string& what) = 0;
  virtual void step(const Cell& cell, const StepFigures& step) = 0;
};

/// Climbs the stairs in every cell, once with instruments and once without, and all that `repeats` times. The order of
/// the cells turns by one from repeat to repeat. Every climb has a server of its own, on a core of its own if there is
/// one. Error: the embedded server did not start, in one line.
boost::system::result<GridResult, std::string> run_grid(const GridPlan& plan, const Cores& cores, Listener& listener);

}  // namespace squall::zephyr
