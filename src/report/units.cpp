#include "src/report/units.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/metrics/histogram.hpp"

namespace squall::report {

std::string count(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  if (part == whole) return "100 %";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.2f} %", std::clamp(percent, 0.01, part < whole ? 99.99 : percent));
}

std::string milliseconds(double nanoseconds) {
  return fmt::format("{:.3f}", nanoseconds / 1e6);
}

std::string milliseconds(std::int64_t nanoseconds) {
  if (nanoseconds == metrics::Histogram::never) return "never";
  return milliseconds(static_cast<double>(nanoseconds));
}

std::string seconds(double value) {
  return fmt::format("{:.1f} s", value);
}

std::string decimal(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string mebibytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / 1048576.0);
}

}  // namespace squall::report
