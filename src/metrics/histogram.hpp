#pragma once

#include <cstdint>
#include <vector>

namespace squall::metrics {

/// Counts of values with a relative error of at most 1 %, from 1 ns to 1 h; larger values count as 1 h, smaller
/// and negative ones as 0 (exactly kept in min and the mean). Mergeable without loss.
/// Cost: recording allocates nothing after the first value of a range; about 10 ns.
class Histogram {
 public:
  Histogram() = default;

  void record(std::int64_t nanoseconds);
  void record(std::int64_t nanoseconds, std::uint64_t times);
  /// Values that never came: they stand above every finite one in quantile(), and are not in mean() or max().
  void record_infinite(std::uint64_t times = 1);
  Histogram& operator+=(const Histogram& other);

  std::uint64_t count() const;           ///< finite and infinite
  std::uint64_t infinite() const;
  std::int64_t min() const;              ///< exact; 0 if there are none
  std::int64_t max() const;              ///< exact, of the finite ones
  double mean() const;                   ///< exact, of the finite ones
  /// The smallest recorded value that at least a share `q` (0 to 1) of all values does not exceed, to 1 %;
  /// `never` if that is an infinite one.
  static constexpr std::int64_t never = INT64_MAX;
  std::int64_t quantile(double q) const;

  struct Bucket {
    std::int64_t low = 0;   ///< inclusive
    std::int64_t high = 0;  ///< exclusive
    std::uint64_t count = 0;
  };
  std::vector<Bucket> buckets() const;   ///< the filled ones, in order

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t infinite_ = 0;
  std::int64_t min_ = 0;
  std::int64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace squall::metrics
