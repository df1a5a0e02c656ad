#pragma once

#include <string>
#include <vector>

#include "src/zephyr/statistics.hpp"

namespace squall::zephyr {

/// Rows of cells in columns that stand to the right, the first `left` to the left, two spaces apart. Never broken.
std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left = 1);

/// Nanoseconds as ms, with three digits that count: 0.0123, 1.23, 123.
std::string in_ms(double nanoseconds);
/// Three digits that count.
std::string three_digits(double value);
/// `1.18 (1.11 to 1.25)`; a dash without values.
std::string in_words(const std::optional<Spread>& ratio);

}  // namespace squall::zephyr
