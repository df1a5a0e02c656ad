#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/metrics/histogram.hpp"

// Spec: the percentile distribution that HdrHistogram's outputPercentileDistribution prints.

namespace squall::metrics {
namespace {

constexpr double ns_in_ms = 1e6;

double in_ms(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / ns_in_ms;
}

double middle_of(const Histogram::Bucket& bucket) {
  return (static_cast<double>(bucket.low) + static_cast<double>(bucket.high)) / 2;
}

/// From the middles of the buckets: to 1 % of the values.
double deviation(const std::vector<Histogram::Bucket>& buckets, double mean, double count) {
  double squares = 0;
  for (const auto& bucket : buckets)
    squares += static_cast<double>(bucket.count) * std::pow(middle_of(bucket) - mean, 2);
  return count == 0 ? 0 : std::sqrt(squares / count);
}

std::string line_of(double milliseconds, std::uint64_t upto, std::uint64_t all) {
  const double share = static_cast<double>(upto) / static_cast<double>(all);
  const std::string start = fmt::format("{:12.6f} {:2.12f} {:10}", milliseconds, share, upto);
  if (upto == all) return start + "\n";
  return fmt::format("{} {:14.2f}\n", start, static_cast<double>(all) / static_cast<double>(all - upto));
}

}  // namespace

std::string Histogram::percentile_text() const {
  const auto filled = buckets();
  std::string text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n";
  std::uint64_t upto = 0;
  for (const Bucket& bucket : filled) {
    upto += bucket.count;
    text += line_of(std::min(middle_of(bucket) / ns_in_ms, in_ms(max_)), upto, count());
  }
  text += fmt::format("#[Mean    = {:12.6f}, StdDeviation   = {:12.6f}]\n", mean() / ns_in_ms,
                      deviation(filled, mean(), static_cast<double>(finite_)) / ns_in_ms);
  text += fmt::format("#[Max     = {:12.6f}, Total count    = {:12}]\n", in_ms(max_), count());
  text += fmt::format("#[Buckets = {:12}, SubBuckets     = {:12}]\n", 36, 64);
  return text;
}

}  // namespace squall::metrics
