#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace squall::scenario {

/// The grammar of quantities on the command line, and the way back. Numbers are decimal with an optional point
/// (`1.5`); no sign, exponent, space or thousands separator. Nothing is answered for text that is not wholly of the
/// grammar, and for values out of the stated range.

/// `500ms`, `60s`, `10min`, `1h`, `2d`, also `us`; a bare `0`. Range: 0 to 366 days.
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// `3/min`, `0.5/s`, `100/h`: events a second. Range: above 0, to a million a second.
std::optional<double> parse_rate(std::string_view text);

/// Digits only.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// `140`, `140B`, `2kB`, `2KiB`, `1MB`, `1MiB`: bytes, a whole number of them.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// `2026-12-24T18:00:00Z`, also with a fraction: since 1970, UTC.
/// Spec: RFC 3339 section 5.6, with Z as the only offset.
std::optional<std::chrono::nanoseconds> parse_instant(std::string_view text);

/// In the largest unit in which the number is short and exact: `500ms`, `1min`, `1.5s`.
std::string format_duration(std::chrono::nanoseconds duration);

/// As a person would write it: `3/min`, `0.5/s`.
std::string format_rate(double per_second);

}  // namespace squall::scenario
