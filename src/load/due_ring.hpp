#pragma once

#include <cstdint>
#include <vector>

#include "src/load/population.hpp"
#include "src/load/schedule.hpp"

namespace squall::load {

/// The next message that is due, again and again, of the senders of one worker. As all senders have the same period,
/// the order of their phases is the order of every round: the next one is one step on, whatever the number of users.
/// Cost: 4 bytes a sender; no allocation after construction.
class DueRing {
 public:
  DueRing(const Population& population, const Schedule& schedule, std::uint32_t worker);

  bool empty() const { return senders_.empty(); }
  /// When the next message is due, ns since the steady phase began; not to be asked of an empty ring.
  std::int64_t due() const { return schedule_.on_grid(instant_); }
  /// The same without the tick's grid: what decides whether it is due before the end.
  std::int64_t instant() const { return instant_; }
  /// Local index of the user that sends it.
  std::uint32_t local() const { return senders_[at_]; }
  void advance();

 private:
  void look_up();

  const Population& population_;
  const Schedule& schedule_;
  std::uint32_t worker_;
  std::vector<std::uint32_t> senders_;  // local indices in the order of their phases
  std::size_t at_ = 0;
  std::uint64_t round_ = 0;
  std::int64_t instant_ = 0;
};

}  // namespace squall::load
