#include "src/metrics/interval_set.hpp"

#include <algorithm>

namespace squall::metrics {
namespace {

using Interval = IntervalSet::Interval;

std::uint64_t length(const Interval& interval) {
  return std::uint64_t{interval.last} - interval.first + 1;
}

// The first interval that ends at or behind `number`.
template <typename Intervals>
auto reaching(Intervals& intervals, std::uint64_t number) {
  return std::ranges::partition_point(intervals, [number](const Interval& i) { return i.last < number; });
}

}  // namespace

std::uint64_t IntervalSet::add(std::uint32_t first, std::uint32_t last) {
  const auto touching = reaching(intervals_, first == 0 ? 0 : std::uint64_t{first} - 1);
  Interval merged{first, last};
  std::uint64_t covered = 0;
  auto end = touching;
  for (; end != intervals_.end() && end->first <= std::uint64_t{last} + 1; ++end) {
    covered += length(*end);
    merged = {std::min(merged.first, end->first), std::max(merged.last, end->last)};
  }
  const std::uint64_t fresh = length(merged) - covered;
  if (touching == end) {
    intervals_.insert(touching, merged);
  } else {
    *touching = merged;
    intervals_.erase(touching + 1, end);
  }
  return fresh;
}

bool IntervalSet::remove(std::uint32_t number) {
  const auto at = reaching(intervals_, number);
  if (at == intervals_.end() || at->first > number) return false;
  const Interval old = *at;
  if (old.first == number && old.last == number) {
    intervals_.erase(at);
  } else if (old.first == number) {
    at->first = number + 1;
  } else if (old.last == number) {
    at->last = number - 1;
  } else {
    at->last = number - 1;
    intervals_.insert(at + 1, {number + 1, old.last});
  }
  return true;
}

bool IntervalSet::contains(std::uint32_t number) const {
  const auto at = reaching(intervals_, number);
  return at != intervals_.end() && at->first <= number;
}

std::uint64_t IntervalSet::size() const {
  std::uint64_t sum = 0;
  for (const Interval& interval : intervals_) sum += length(interval);
  return sum;
}

}  // namespace squall::metrics
