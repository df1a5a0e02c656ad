#include "src/load/population.hpp"

#include <algorithm>

namespace squall::load {

Population::Population(const scenario::Population& population, scenario::Direction direction, std::uint32_t workers,
                       scenario::Shard shard)
    : users_(population.users),
      first_(population.first),
      workers_(std::max(1u, workers) * shard.count),
      shard_(shard),
      both_(direction == scenario::Direction::both) {}

std::uint32_t Population::locals(std::uint32_t worker) const {
  const std::uint32_t owned = pairs() > worker ? (pairs() - worker - 1) / workers_ + 1 : 0;
  return owned * 2;
}

std::uint32_t Population::own_pairs() const {
  std::uint32_t places = 0;
  for (std::uint32_t i = 0; i < workers(); ++i) places += locals(worker(i));
  return places / 2;
}

}  // namespace squall::load
