#include "parsers/plugin/api.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

namespace squall::parsers::plugin {
namespace {

constexpr std::size_t longest_name = 24;
constexpr std::size_t longest_words = 40;

/// The text up to its NUL, or to `most` characters and one.
std::string_view text_of(const char* text, std::size_t most) {
  std::size_t size = 0;
  while (size <= most && text[size] != '\0') ++size;
  return {text, size};
}

bool is_name(const char* text) {
  constexpr std::string_view legal = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
  const std::string_view name = text_of(text, longest_name);
  return !name.empty() && name.size() <= longest_name && name.find_first_not_of(legal) == std::string_view::npos;
}

bool is_printable(const char* text) {
  const std::string_view words = text_of(text, longest_words);
  return words.size() <= longest_words &&
         std::all_of(words.begin(), words.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

bool lacks_a_function(const squall_parser_api& api) {
  return !api.create || !api.reset || !api.feed || !api.destroy;
}

}  // namespace

std::optional<std::string> problem_of(const squall_parser_api* api) {
  if (api == nullptr) return "answers no table from squall_parser_get_api()";
  if (api->abi != SQUALL_PARSER_ABI) {
    return "is of version " + std::to_string(api->abi) + " of squall_parser.h, and version " +
           std::to_string(SQUALL_PARSER_ABI) + " is expected";
  }
  if (api->size < sizeof(squall_parser_api)) {
    return "has a table of " + std::to_string(api->size) + " bytes, and at least " +
           std::to_string(sizeof(squall_parser_api)) + " are expected";
  }
  if (lacks_a_function(*api)) return "has a null pointer where create, reset, feed or destroy is expected";
  if (!api->name || !api->version || !api->builds)
    return "has a null pointer where name, version or builds is expected";
  if (!is_name(api->name)) return "has a name that is not 1 to 24 of a-z, 0-9, '-', '_' and '.'";
  if (!is_printable(api->version) || !is_printable(api->builds)) {
    return "has a version or builds that is not at most 40 printable ASCII characters";
  }
  return std::nullopt;
}

std::string checks_of(const squall_parser_api& api) {
  constexpr std::array<std::pair<std::uint64_t, std::string_view>, 6> names{{
      {SQUALL_PARSER_CHECKS_WELL_FORMED, "well-formedness"},
      {SQUALL_PARSER_CHECKS_UTF8, "UTF-8"},
      {SQUALL_PARSER_CHECKS_NAMESPACES, "namespaces"},
      {SQUALL_PARSER_CHECKS_UNIQUENESS, "uniqueness"},
      {SQUALL_PARSER_CHECKS_RESTRICTED, "restricted XML"},
      {SQUALL_PARSER_CHECKS_LIMITS, "limits"},
  }};
  std::string all;
  for (const auto& [capability, name] : names) {
    if (!has(api, capability)) continue;
    if (!all.empty()) all += ", ";
    all += name;
  }
  return all.empty() ? "nothing" : all;
}

squall_parser_limits to_plugin(const Limits& limits) {
  constexpr std::uint32_t longest = std::numeric_limits<std::uint16_t>::max();
  return {limits.depth,       limits.attributes,  std::min(limits.name_bytes, longest), 0,
          limits.token_bytes, limits.stanza_bytes};
}

}  // namespace squall::parsers::plugin
