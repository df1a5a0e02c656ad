#pragma once

#include <cstdint>
#include <vector>

namespace squall::metrics {

/// A set of sequence numbers kept as disjoint, not touching intervals in order: eight bytes for each gap.
/// Cost: appending at the end is constant; anything else is logarithmic plus a move of what lies behind.
class IntervalSet {
 public:
  struct Interval {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  ///< inclusive
    bool operator==(const Interval&) const = default;
  };

  /// Adds all of first..last (inclusive). Answers how many of them were new.
  std::uint64_t add(std::uint32_t first, std::uint32_t last);
  /// Answers whether it was new.
  bool add(std::uint32_t number) { return add(number, number) != 0; }
  /// Answers whether it was there.
  bool remove(std::uint32_t number);
  bool contains(std::uint32_t number) const;
  std::uint64_t size() const;  ///< numbers in the set; linear in the intervals
  bool empty() const { return intervals_.empty(); }
  const std::vector<Interval>& intervals() const { return intervals_; }

 private:
  std::vector<Interval> intervals_;
};

}  // namespace squall::metrics
