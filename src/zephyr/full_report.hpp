#pragma once

#include <string>
#include <vector>

#include "src/zephyr/capacity.hpp"
#include "src/zephyr/gap.hpp"

namespace squall::zephyr {

/// Where the gap comes from: what a message costs to parse alone, and in a server that is more and more busy.
std::string to_text(const std::vector<ContentGap>& gaps, const std::vector<Cell>& cells);
/// What each server bears.
std::string to_text(const std::vector<CapacityRow>& rows);

}  // namespace squall::zephyr
