#include "src/load/population.hpp"

#include <algorithm>

namespace squall::load {

Population::Population(const scenario::Population& population, scenario::Direction direction, std::uint32_t workers)
    : users_(population.users),
      first_(population.first),
      workers_(std::max(1u, workers)),
      both_(direction == scenario::Direction::both) {}

std::uint32_t Population::locals(std::uint32_t worker) const {
  const std::uint32_t owned = pairs() > worker ? (pairs() - worker - 1) / workers_ + 1 : 0;
  return owned * 2;
}

}  // namespace squall::load
