#pragma once

#include <string>

#include "src/zephyr/capacity.hpp"
#include "src/zephyr/gap.hpp"
#include "src/zephyr/grid_result.hpp"

namespace squall::zephyr {

/// All that `squall zephyr` found. The latter two are empty without --full.
struct Findings {
  GridResult grid;
  std::vector<ContentGap> gaps;
  std::vector<CapacityRow> capacities;
};

/// Everything that was measured, every step of every climb, as one JSON object; fields are only ever added. Times are
/// nanoseconds. Spec: RFC 8259
std::string to_json(const Findings& findings, const std::string& version);

}  // namespace squall::zephyr
