#pragma once

#include <cstdint>
#include <string>

namespace squall::report {

/// `1,234,567`
std::string count(std::uint64_t value);

/// `99.98 %` of a whole; `0 %` of nothing. Never rounded up to 100 % nor down to 0 %.
std::string share(std::uint64_t part, std::uint64_t whole);

/// Nanoseconds as milliseconds with three places, without the unit: `41.003`; `never` for Histogram::never.
std::string milliseconds(std::int64_t nanoseconds);
std::string milliseconds(double nanoseconds);

/// One place after the point: `30.0 s`.
std::string seconds(double value);

/// At most two places after the point, none where it is whole: `500`, `0.05`.
std::string decimal(double value);

/// `12.3 MiB`
std::string mebibytes(std::uint64_t bytes);

}  // namespace squall::report
