#include "src/load/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "src/load/mix.hpp"

namespace squall::load {
namespace {

constexpr int fraction_bits = 20;

std::uint64_t coprime_to(std::uint64_t count, std::uint64_t seed) {
  if (count < 3) return 1;
  std::uint64_t factor = 0;
  do {
    seed = mix(seed);
    factor = seed % count;
  } while (std::gcd(factor, count) != 1);
  return factor;
}

// In 2^-20 ns: rounded to the nearest of them, or to the nearest 2^-10 ns for periods of two hours and more.
std::uint64_t rounded(double value) {
  return static_cast<std::uint64_t>(std::llround(value));
}

}  // namespace

Schedule::Schedule(double rate_hz, std::uint32_t senders, std::uint64_t seed, std::int64_t tick)
    : tick_(tick), senders_(std::max(1u, senders)) {
  const double period = 1e9 / rate_hz;
  const bool is_long = std::ldexp(period, fraction_bits) > 9e18;
  period_ = is_long ? Fixed{rounded(std::ldexp(period, 10))} << 10 : Fixed{rounded(std::ldexp(period, fraction_bits))};
  step_ = period_ / senders_;
  factor_ = coprime_to(senders_, seed);
  offset_ = mix(seed ^ 0x5EED) % senders_;
}

std::uint32_t Schedule::rank(std::uint32_t sender) const {
  return static_cast<std::uint32_t>((sender * factor_ + offset_) % senders_);
}

std::int64_t Schedule::instant(std::uint32_t rank, std::uint64_t sequence) const {
  return static_cast<std::int64_t>((step_ * rank + period_ * sequence) >> fraction_bits);
}

std::int64_t Schedule::period() const {
  return static_cast<std::int64_t>(period_ >> fraction_bits);
}

}  // namespace squall::load
