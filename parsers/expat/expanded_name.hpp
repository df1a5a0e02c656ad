#pragma once

#include <string_view>

namespace squall::parsers::expat {

/// Stands between the parts of a name as expat reports it. No UTF-8 holds this byte, and so no URI can.
inline constexpr char separator = '\xFF';

/// `uri SEP local SEP prefix`, `uri SEP local` (default namespace) or `local`, taken apart.
struct ExpandedName {
  std::string_view ns;
  std::string_view local;
  std::string_view prefix;

  explicit ExpandedName(std::string_view name) : local(name) {
    const auto first = name.find(separator);
    if (first == std::string_view::npos) return;
    ns = name.substr(0, first);
    local = name.substr(first + 1);
    const auto second = local.find(separator);
    if (second == std::string_view::npos) return;
    prefix = local.substr(second + 1);
    local = local.substr(0, second);
  }
  /// Bytes of the name as it was written.
  std::size_t written() const { return local.size() + (prefix.empty() ? 0 : prefix.size() + 1); }
};

}  // namespace squall::parsers::expat
