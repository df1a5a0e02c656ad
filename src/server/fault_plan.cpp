#include "src/server/fault_plan.hpp"

namespace squall::server {
namespace {

/// A bijection of 64 bits that leaves no trace of its input's order (the finisher of SplitMix64).
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E37'79B9'7F4A'7C15u;
  x = (x ^ (x >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  x = (x ^ (x >> 27)) * 0x94D0'49BB'1331'11EBu;
  return x ^ (x >> 31);
}

/// From 0 up to 1, not reaching it.
double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace

FaultPlan::FaultPlan(std::vector<FaultRule> rules, std::uint64_t seed) : rules_(std::move(rules)), seed_(seed) {
  for (std::size_t i = 0; i < rules_.size(); ++i) slots_[index(rules_[i].kind)].rule = static_cast<int>(i);
}

bool FaultPlan::strikes(FaultKind kind) {
  Slot& slot = slots_[index(kind)];
  if (slot.rule < 0) return false;
  const FaultRule& rule = this->rule(kind);
  const std::uint64_t chance = ++slot.chances;
  if (rule.every > 0) return chance % rule.every == 0;
  return unit(mix(seed_ ^ mix(index(kind) + 1) ^ mix(chance))) < rule.probability;
}

std::uint64_t FaultPlan::draw(std::uint64_t below) {
  return below == 0 ? 0 : mix(seed_ ^ mix(~++drawn_)) % below;
}

}  // namespace squall::server
