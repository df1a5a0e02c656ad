#pragma once

#include <string>

#include "src/zephyr/grid_result.hpp"

namespace squall::zephyr {

/// The average process time over the number of clients, in every cell and in 2005, as an SVG that stands alone and
/// follows the reader's choice of light or dark. The time axis is logarithmic; a band is the spread of the repeats.
std::string to_svg(const GridResult& result);

}  // namespace squall::zephyr
