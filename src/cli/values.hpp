#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace squall::cli {

// Values of options out of their text. Each throws a UsageError that names the option, the value and what would be
// right.

std::uint32_t read_count(std::string_view option, const std::string& text, std::uint32_t least, std::uint32_t most);
std::uint64_t read_seed(std::string_view option, const std::string& text);
std::uint32_t read_bytes(std::string_view option, const std::string& text, std::uint32_t least, std::uint32_t most);
double read_rate(std::string_view option, const std::string& text);
std::chrono::nanoseconds read_duration(std::string_view option, const std::string& text, std::chrono::nanoseconds least,
                                       std::chrono::nanoseconds most);

}  // namespace squall::cli
