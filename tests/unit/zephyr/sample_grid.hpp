#pragma once

#include "src/zephyr/grid_result.hpp"

namespace squall::zephyr::test {

/// A step whose process time is `us` microseconds, a tenth of it parsing, with a round trip twice as long.
StepFigures step_of(std::size_t clients, double us);

/// Two steps, 100 and 1,000 clients, in the cells of the house, of as many repeats. The dom parser takes three times as
/// long as the stream parser and expat twice, rebuilding 1.5 times as long as splicing; repeat r takes (1 + r / 10)
/// times as long in every cell.
GridResult sample_grid(std::size_t repeats);

}  // namespace squall::zephyr::test
