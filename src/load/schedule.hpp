#pragma once

#include <cstdint>

namespace squall::load {

/// The plan of an open loop: when each message of each sender is due, in nanoseconds since the steady phase began.
///
/// Every sender sends once each period, from a phase of its own on. The phases divide the period evenly, in an order
/// that the seed shuffles. An instant is worked out from the message's number in 128-bit integers, so nothing adds up:
/// after 10^7 periods the plan is as exact as at the start. Instants lie on the tick's grid, rounded down; tick 0 is no
/// grid.
class Schedule {
 public:
  Schedule(double rate_hz, std::uint32_t senders, std::uint64_t seed, std::int64_t tick);

  /// The sender's place in the order of phases; a permutation of 0 .. senders-1.
  std::uint32_t rank(std::uint32_t sender) const;
  /// When the message would be due if there were no grid.
  std::int64_t instant(std::uint32_t rank, std::uint64_t sequence) const;
  std::int64_t on_grid(std::int64_t instant) const { return tick_ == 0 ? instant : instant / tick_ * tick_; }
  std::int64_t due(std::uint32_t rank, std::uint64_t sequence) const { return on_grid(instant(rank, sequence)); }
  /// Between two messages of one sender, to the nanosecond.
  std::int64_t period() const;

 private:
  // In 2^-20 ns.
  __extension__ typedef unsigned __int128 Fixed;

  Fixed period_ = 0;
  Fixed step_ = 0;  // between two ranks
  std::int64_t tick_;
  std::uint64_t senders_;
  std::uint64_t factor_ = 1;  // coprime to senders
  std::uint64_t offset_ = 0;
};

}  // namespace squall::load
