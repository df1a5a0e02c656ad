#include "src/load/login_plan.hpp"

#include <algorithm>

#include "src/load/mix.hpp"

namespace squall::load {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::uint32_t most_doublings = 62;

}  // namespace

std::int64_t backoff_pause(std::int64_t first, std::int64_t last, std::uint32_t tries, std::uint64_t seed,
                           std::uint32_t user) {
  const std::uint32_t doublings = std::min(tries == 0 ? 0 : tries - 1, most_doublings);
  const std::int64_t pause = first > (last >> doublings) ? last : first << doublings;
  const auto jitter = static_cast<std::int64_t>(mix(seed ^ mix(std::uint64_t{tries} << 32 | user)) % 1024);
  return pause / 2 + pause / 1024 * jitter;
}

std::int64_t login_pause(std::uint32_t tries, std::uint64_t seed, std::uint32_t user) {
  return backoff_pause(second, 30 * second, tries, seed, user);
}

LoginPlan::LoginPlan(const Population& population, std::uint32_t worker, double rate_hz, std::uint64_t seed)
    : population_(population), worker_(worker), rate_hz_(rate_hz), seed_(seed), end_(population.locals(worker)) {
  skip_missing();
}

// Of an odd number of users the last pair has one end only.
void LoginPlan::skip_missing() {
  while (has_first() && !population_.exists(population_.user_of(worker_, next_))) ++next_;
}

std::int64_t LoginPlan::first_due(std::uint32_t local) const {
  return static_cast<std::int64_t>(population_.user_of(worker_, local) * 1e9 / rate_hz_);
}

std::optional<std::uint32_t> LoginPlan::take_due(std::int64_t now) {
  if (!retries_.empty() && retries_.top().at <= now) {
    const std::uint32_t local = retries_.top().local;
    retries_.pop();
    return local;
  }
  if (!has_first() || first_due(next_) > now) return std::nullopt;
  const std::uint32_t local = next_++;
  skip_missing();
  return local;
}

std::optional<std::int64_t> LoginPlan::next_due() const {
  std::optional<std::int64_t> next;
  if (has_first()) next = first_due(next_);
  if (!retries_.empty()) next = std::min(next.value_or(retries_.top().at), retries_.top().at);
  return next;
}

void LoginPlan::retry(std::uint32_t local, std::uint32_t tries, std::int64_t now) {
  retries_.push({now + login_pause(tries, seed_, population_.user_of(worker_, local)), local});
}

void LoginPlan::reconnect(std::uint32_t local, std::uint32_t failures, const scenario::Reconnect& pauses,
                          std::int64_t now) {
  const std::uint32_t user = population_.user_of(worker_, local);
  retries_.push({now + backoff_pause(pauses.first.count(), pauses.last.count(), failures, seed_, user), local});
}

void LoginPlan::cancel() {
  next_ = end_;
  retries_ = {};
}

}  // namespace squall::load
