#include "src/metrics/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace squall::metrics {
namespace {

constexpr int sub_bits = 6;  // 64 buckets to an octave: half a bucket is at most 0.8 % of its low end
constexpr std::size_t subs = std::size_t{1} << sub_bits;
constexpr std::int64_t largest = 3'600'000'000'000;  // 1 h in ns

std::size_t bucket_of(std::int64_t value) {
  const auto v = static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, largest));
  const int shift = std::max(0, static_cast<int>(std::bit_width(v)) - sub_bits - 1);
  return static_cast<std::size_t>(shift) * subs + static_cast<std::size_t>(v >> shift);
}

struct Range {
  std::int64_t low, width;
};

Range range_of(std::size_t bucket) {
  if (bucket < 2 * subs) return {static_cast<std::int64_t>(bucket), 1};
  const std::size_t shift = bucket / subs - 1;
  return {static_cast<std::int64_t>(bucket - shift * subs) << shift, std::int64_t{1} << shift};
}

std::int64_t middle_of(std::size_t bucket) {
  const auto [low, width] = range_of(bucket);
  return low + width / 2;
}

}  // namespace

void Histogram::record(std::int64_t nanoseconds, std::uint64_t times) {
  if (times == 0) return;
  const std::size_t bucket = bucket_of(nanoseconds);
  if (bucket >= counts_.size()) counts_.resize((bucket / subs + 1) * subs);
  counts_[bucket] += times;
  widen(nanoseconds, nanoseconds);
  finite_ += times;
  sum_ += static_cast<double>(nanoseconds) * static_cast<double>(times);
}

// To be called before finite_ grows.
void Histogram::widen(std::int64_t low, std::int64_t high) {
  min_ = finite_ == 0 ? low : std::min(min_, low);
  max_ = finite_ == 0 ? high : std::max(max_, high);
}

Histogram& Histogram::operator+=(const Histogram& other) {
  infinite_ += other.infinite_;
  if (other.finite_ == 0) return *this;
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
  widen(other.min_, other.max_);
  finite_ += other.finite_;
  sum_ += other.sum_;
  return *this;
}

void Histogram::clear() {
  std::ranges::fill(counts_, 0);
  finite_ = infinite_ = 0;
  min_ = max_ = 0;
  sum_ = 0;
}

double Histogram::mean() const {
  return finite_ == 0 ? 0 : sum_ / static_cast<double>(finite_);
}

std::int64_t Histogram::quantile(double q) const {
  if (count() == 0) return 0;
  const double share = std::clamp(q, 0.0, 1.0) * static_cast<double>(count());
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share - 1e-9 * share)));
  if (rank > finite_) return never;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    below += counts_[i];
    if (below >= rank) return std::clamp(middle_of(i), min_, max_);
  }
  return max_;
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
  std::vector<Bucket> filled;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const auto [low, width] = range_of(i);
    filled.push_back({low, low + width, counts_[i]});
  }
  return filled;
}

std::optional<Histogram> Histogram::restore(const Parts& parts) {
  Histogram histogram;
  std::int64_t end = 0;
  for (const Bucket& bucket : parts.buckets) {
    const Range range = range_of(bucket_of(bucket.low));
    if (bucket.low != range.low || bucket.high != range.low + range.width || bucket.low < end || bucket.count == 0)
      return std::nullopt;
    histogram.record(bucket.low, bucket.count);
    end = bucket.high;
  }
  histogram.min_ = parts.min;
  histogram.max_ = parts.max;
  histogram.sum_ = parts.mean * static_cast<double>(histogram.finite_);
  return histogram;
}

}  // namespace squall::metrics
