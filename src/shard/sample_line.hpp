#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/metrics/result.hpp"

namespace squall::shard {

/// One second of a shard as the line in which it tells its parent: "sample", then the fields, parted by spaces.
std::string sample_line(const metrics::Sample& sample);

/// Nothing for a line of another kind or shape.
std::optional<metrics::Sample> parse_sample_line(std::string_view line);

}  // namespace squall::shard
