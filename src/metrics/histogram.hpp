#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace squall::metrics {

/// Counts of values with a relative error of at most 1 %, from 1 ns to 1 h; larger values count as 1 h, negative ones
/// as 0 (min, max and mean keep both exactly). Mergeable without loss.
/// Buckets are log-linear: exact below 128 ns, then 64 to an octave; a value is reported as the middle of its bucket.
/// Cost: recording allocates only when a value is the largest so far (21 KB in all); a few nanoseconds.
class Histogram {
 public:
  void record(std::int64_t nanoseconds) { record(nanoseconds, 1); }
  void record(std::int64_t nanoseconds, std::uint64_t times);
  /// Values that never came: they stand above every finite one in quantile(), and are not in mean() or max().
  void record_infinite(std::uint64_t times = 1) { infinite_ += times; }
  Histogram& operator+=(const Histogram& other);
  void clear();

  std::uint64_t count() const { return finite_ + infinite_; }
  std::uint64_t infinite() const { return infinite_; }
  std::int64_t min() const { return min_; }  ///< exact; 0 if there are none
  std::int64_t max() const { return max_; }  ///< exact, of the finite ones
  double mean() const;                       ///< of the finite ones, from their exact sum
  /// The smallest recorded value that at least a share `q` (0 to 1) of all values does not exceed, to 1 %;
  /// `never` if that is an infinite one; 0 if there are none.
  static constexpr std::int64_t never = INT64_MAX;
  std::int64_t quantile(double q) const;

  struct Bucket {
    std::int64_t low = 0;   ///< inclusive
    std::int64_t high = 0;  ///< exclusive
    std::uint64_t count = 0;
  };
  std::vector<Bucket> buckets() const;  ///< the filled ones, in order

  /// What a histogram says of itself besides its infinite values.
  struct Parts {
    std::vector<Bucket> buckets;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double mean = 0;
  };
  /// The histogram of which these are the parts; nothing if no histogram has such buckets, in this order.
  static std::optional<Histogram> restore(const Parts& parts);
  /// The whole distribution, value by value, in the text format that HdrHistogram's plotters read: values in
  /// milliseconds, the share of values up to there, their number, 1/(1-share). Infinite values are counted but have no
  /// line.
  std::string percentile_text() const;

 private:
  void widen(std::int64_t low, std::int64_t high);

  std::vector<std::uint64_t> counts_;
  std::uint64_t finite_ = 0;
  std::uint64_t infinite_ = 0;
  std::int64_t min_ = 0;
  std::int64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace squall::metrics
