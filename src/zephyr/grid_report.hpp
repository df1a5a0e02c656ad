#pragma once

#include <string>

#include "src/zephyr/grid_result.hpp"

namespace squall::zephyr {

/// A step in the columns of the log of 2005.
std::string log_line(const StepFigures& step);
std::string log_heading(const Cell& cell);

/// The one table and what belongs to it: effects apart, where the time goes, what is not counted, what the instruments
/// cost, and which part of 2005's ratio that explains.
std::string to_text(const GridResult& result);

}  // namespace squall::zephyr
