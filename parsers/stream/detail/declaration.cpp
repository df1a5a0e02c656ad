#include "parsers/stream/detail/declaration.hpp"

#include <algorithm>
#include <optional>

#include "parsers/xml_names.hpp"

namespace squall::parsers::detail {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t skip_space(std::string_view& rest) {
  const auto n = static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_xml_space) - rest.begin());
  rest.remove_prefix(n);
  return n;
}

bool take(std::string_view& rest, std::string_view word) {
  if (!rest.starts_with(word)) return false;
  rest.remove_prefix(word.size());
  return true;
}

/// Takes S name Eq "value" from the front, if it stands there.
std::optional<std::string_view> pseudo_attribute(std::string_view& rest, std::string_view name) {
  std::string_view left = rest;
  if (skip_space(left) == 0 || !take(left, name)) return std::nullopt;
  skip_space(left);
  if (!take(left, "=")) return std::nullopt;
  skip_space(left);
  if (left.empty() || (left.front() != '"' && left.front() != '\'')) return std::nullopt;
  const std::size_t close = left.find(left.front(), 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view value = left.substr(1, close - 1);
  rest = left.substr(close + 1);
  return value;
}

bool is_version(std::string_view v) {
  return !v.empty() && std::all_of(v.begin(), v.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == ':' || c == '-';
  });
}

bool is_version_1(std::string_view v) {
  return v.size() > 2 && v.starts_with("1.") && std::all_of(v.begin() + 2, v.end(), is_digit);
}

bool is_encoding(std::string_view e) {
  return !e.empty() && is_letter(e.front()) && std::all_of(e.begin(), e.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
  });
}

bool is_utf8(std::string_view e) {
  constexpr std::string_view name = "utf-8";
  return std::equal(e.begin(), e.end(), name.begin(), name.end(),
                    [](char a, char b) { return (is_letter(a) ? a | 0x20 : a) == b; });
}

}  // namespace

parse_errc check_declaration(std::string_view rest) {
  const auto version = pseudo_attribute(rest, "version");
  if (!version || !is_version(*version)) return parse_errc::not_well_formed;
  const auto encoding = pseudo_attribute(rest, "encoding");
  if (encoding && !is_encoding(*encoding)) return parse_errc::not_well_formed;
  const auto standalone = pseudo_attribute(rest, "standalone");
  if (standalone && *standalone != "yes" && *standalone != "no") return parse_errc::not_well_formed;
  skip_space(rest);
  if (!rest.empty()) return parse_errc::not_well_formed;
  if (!is_version_1(*version)) return parse_errc::unsupported_version;
  return encoding && !is_utf8(*encoding) ? parse_errc::unsupported_encoding : parse_errc::none;
}

}  // namespace squall::parsers::detail
