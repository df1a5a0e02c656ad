#include "src/load/due_ring.hpp"

#include <algorithm>

namespace squall::load {

DueRing::DueRing(const Population& population, const Schedule& schedule, std::uint32_t worker)
    : population_(population), schedule_(schedule), worker_(worker) {
  const std::uint32_t locals = population.locals(worker);
  for (std::uint32_t local = 0; local < locals; ++local) {
    if (population.sends(population.user_of(worker, local))) senders_.push_back(local);
  }
  std::ranges::sort(senders_, {}, [this](std::uint32_t local) {
    return schedule_.rank(population_.sender_of(population_.user_of(worker_, local)));
  });
  senders_.shrink_to_fit();
  if (!empty()) look_up();
}

void DueRing::advance() {
  if (++at_ == senders_.size()) {
    at_ = 0;
    ++round_;
  }
  look_up();
}

void DueRing::look_up() {
  instant_ =
      schedule_.instant(schedule_.rank(population_.sender_of(population_.user_of(worker_, senders_[at_]))), round_);
}

}  // namespace squall::load
