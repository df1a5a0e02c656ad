#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace squall::zephyr {

/// A median, and the least and greatest of the values.
struct Spread {
  double median = 0, low = 0, high = 0;
  std::size_t values = 0;
};

/// Nothing of nothing. The median of an even number is the mean of the two in the middle.
std::optional<Spread> spread(std::vector<double> values);

/// Geometric mean of positive values; nothing of nothing.
std::optional<double> geometric_mean(const std::vector<double>& values);

}  // namespace squall::zephyr
