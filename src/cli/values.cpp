#include "src/cli/values.hpp"

#include <fmt/format.h>

#include "src/cli/usage_error.hpp"
#include "src/scenario/quantity.hpp"

namespace squall::cli {

std::uint32_t read_count(std::string_view option, const std::string& text, std::uint32_t least, std::uint32_t most) {
  const auto value = scenario::parse_count(text);
  if (!value || *value < least || *value > most)
    throw UsageError(option, text, fmt::format("has to be a whole number from {} to {}", least, most));
  return static_cast<std::uint32_t>(*value);
}

std::uint64_t read_seed(std::string_view option, const std::string& text) {
  const auto value = scenario::parse_count(text);
  if (!value) throw UsageError(option, text, "has to be a whole number from 0 to 18446744073709551615");
  return *value;
}

std::uint32_t read_bytes(std::string_view option, const std::string& text, std::uint32_t least, std::uint32_t most) {
  const auto value = scenario::parse_bytes(text);
  if (!value || *value < least || *value > most)
    throw UsageError(option, text,
                     fmt::format("has to be a number of bytes from {} to {}, such as 140 or 2KiB", least, most));
  return static_cast<std::uint32_t>(*value);
}

double read_rate(std::string_view option, const std::string& text) {
  const auto value = scenario::parse_rate(text);
  if (!value)
    throw UsageError(option, text,
                     "is no rate; give a number above 0 for a second, a minute or an hour, such as 2/s, 3/min or 10/h");
  return *value;
}

std::chrono::nanoseconds read_duration(std::string_view option, const std::string& text, std::chrono::nanoseconds least,
                                       std::chrono::nanoseconds most) {
  const auto value = scenario::parse_duration(text);
  if (!value || *value < least || *value > most)
    throw UsageError(option, text,
                     fmt::format("has to be a time from {} to {}, such as 500ms, 60s, 10min or 1h",
                                 scenario::format_duration(least), scenario::format_duration(most)));
  return *value;
}

}  // namespace squall::cli
