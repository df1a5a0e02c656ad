#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parsers/limits.hpp"
#include "parsers/plugin/squall_parser.h"

namespace squall::parsers::plugin {

/// What is wrong with a plugin's table, completing "the plugin …", or nothing. Only then may its fields be used.
std::optional<std::string> problem_of(const squall_parser_api* api);

inline bool has(const squall_parser_api& api, std::uint64_t capability) {
  return (api.capabilities & capability) != 0;
}

/// What the parser says it checks, in the words of the tables: "well-formedness, UTF-8, …", or "nothing".
std::string checks_of(const squall_parser_api& api);

squall_parser_limits to_plugin(const Limits& limits);

}  // namespace squall::parsers::plugin
