#include "src/zephyr/columns.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace squall::zephyr {
namespace {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  return widths;
}

}  // namespace

std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  const auto widths = widths_of(rows);
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string margin(widths[i] - width_of(row[i]), ' ');
      line += "  " + (i < left ? row[i] + margin : margin + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string three_digits(double value) {
  if (value == 0) return "0";
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 6);
  return fmt::format("{:.{}f}", value, digits);
}

std::string in_ms(double nanoseconds) {
  return three_digits(nanoseconds / 1e6);
}

std::string in_words(const std::optional<Spread>& ratio) {
  if (!ratio) return "-";
  return fmt::format("{} ({} to {})", three_digits(ratio->median), three_digits(ratio->low), three_digits(ratio->high));
}

}  // namespace squall::zephyr
