#include "src/scenario/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace squall::scenario {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 6> time_units{
    {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}, {"d", 86400e9}}};
constexpr std::array<Unit, 3> rate_units{{{"/s", 1.0}, {"/min", 60.0}, {"/h", 3600.0}}};
constexpr std::array<Unit, 6> byte_units{
    {{"", 1}, {"B", 1}, {"kB", 1e3}, {"KiB", 1024}, {"MB", 1e6}, {"MiB", 1048576}}};

/// The number at the start of `text`, and what is left behind it.
std::optional<double> take_number(std::string_view& text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

template <std::size_t N>
std::optional<double> factor_of(const std::array<Unit, N>& units, std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return unit.factor;
  return std::nullopt;
}

bool is_whole(double value) {
  return std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, std::abs(value));
}

/// At most six significant digits, without trailing zeros.
std::string number(double value) {
  return fmt::format("{:.6g}", value);
}

}  // namespace

std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  if (text == "0") return std::chrono::nanoseconds{0};
  const auto value = take_number(text);
  const auto factor = factor_of(time_units, text);
  if (!value || !factor) return std::nullopt;
  const double nanoseconds = *value * *factor;
  if (nanoseconds > 366.0 * 86400e9) return std::nullopt;
  return std::chrono::nanoseconds{std::llround(nanoseconds)};
}

std::optional<double> parse_rate(std::string_view text) {
  const auto value = take_number(text);
  const auto seconds = factor_of(rate_units, text);
  if (!value || !seconds) return std::nullopt;
  const double rate = *value / *seconds;
  if (rate <= 0 || rate > 1e6) return std::nullopt;
  return rate;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const auto value = take_number(text);
  const auto factor = factor_of(byte_units, text);
  if (!value || !factor) return std::nullopt;
  const double bytes = *value * *factor;
  if (bytes > 1e15 || !is_whole(bytes)) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(bytes));
}

std::optional<std::chrono::nanoseconds> parse_instant(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd:dd:dd";
  if (text.size() <= shape.size() || !text.ends_with('Z')) return std::nullopt;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == 'd' ? !is_digit : text[i] != shape[i]) return std::nullopt;
  }
  const auto part = [&](std::size_t at, std::size_t size) {
    int value = 0;
    std::from_chars(text.data() + at, text.data() + at + size, value);
    return value;
  };
  const std::chrono::year_month_day day{std::chrono::year{part(0, 4)},
                                        std::chrono::month{static_cast<unsigned>(part(5, 2))},
                                        std::chrono::day{static_cast<unsigned>(part(8, 2))}};
  const int hour = part(11, 2), minute = part(14, 2), second = part(17, 2);
  if (!day.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  std::string_view fraction = text.substr(shape.size(), text.size() - shape.size() - 1);
  double rest = 0;
  if (!fraction.empty()) {
    if (fraction.front() != '.') return std::nullopt;
    const std::string digits = "0" + std::string(fraction);
    std::string_view number = digits;
    const auto value = take_number(number);
    if (!value || !number.empty() || fraction.size() < 2) return std::nullopt;
    rest = *value;
  }
  const auto whole = std::chrono::sys_days{day} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
                     std::chrono::seconds{second};
  return std::chrono::nanoseconds{whole.time_since_epoch()} + std::chrono::nanoseconds{std::llround(rest * 1e9)};
}

std::string format_duration(std::chrono::nanoseconds duration) {
  const auto count = static_cast<double>(duration.count());
  if (count == 0) return "0s";
  for (std::size_t i = time_units.size(); i-- > 3;)
    if (count >= time_units[i].factor && is_whole(count / time_units[i].factor))
      return number(count / time_units[i].factor) + std::string(time_units[i].name);
  for (std::size_t i = 3; i-- > 0;)
    if (count >= time_units[i].factor || i == 0)
      return number(count / time_units[i].factor) + std::string(time_units[i].name);
  return {};
}

std::string format_rate(double per_second) {
  for (const Unit& unit : rate_units) {
    const double value = per_second * unit.factor;
    if (value >= 1 && is_whole(value)) return number(value) + std::string(unit.name);
  }
  for (const Unit& unit : rate_units)
    if (per_second * unit.factor >= 0.1) return number(per_second * unit.factor) + std::string(unit.name);
  return number(per_second * 3600) + "/h";
}

}  // namespace squall::scenario
