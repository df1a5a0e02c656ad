#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/server/fault.hpp"

namespace squall::server {

/// When each fault strikes, and how often it did. The n-th chance of a fault is decided by the seed, its kind and n
/// alone, so that a run with the same traffic meets the same faults, whatever others are in force.
class FaultPlan {
 public:
  /// Of two rules of one kind the later holds.
  FaultPlan(std::vector<FaultRule> rules, std::uint64_t seed);

  bool has(FaultKind kind) const { return slots_[index(kind)].rule >= 0; }
  /// Of a fault that is in force.
  std::int64_t value(FaultKind kind) const { return rule(kind).value; }
  std::string_view condition(FaultKind kind) const { return rule(kind).condition; }

  /// A chance for that fault: true if it is to be taken. Whoever does it tells so with done().
  bool strikes(FaultKind kind);
  void done(FaultKind kind, std::uint64_t times = 1) { counts_[kind] += times; }
  /// A number drawn for the n-th time, under `below`.
  std::uint64_t draw(std::uint64_t below);

  const FaultCounts& counts() const { return counts_; }
  std::span<const FaultRule> rules() const { return rules_; }
  std::uint64_t seed() const { return seed_; }

 private:
  struct Slot {
    int rule = -1;
    std::uint64_t chances = 0;
  };
  static std::size_t index(FaultKind kind) { return static_cast<std::size_t>(kind); }
  const FaultRule& rule(FaultKind kind) const { return rules_[static_cast<std::size_t>(slots_[index(kind)].rule)]; }

  std::vector<FaultRule> rules_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;
  std::array<Slot, fault_kinds> slots_{};
  FaultCounts counts_;
};

}  // namespace squall::server
