#include "parsers/stream/detail/known_namespaces.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "parsers/names.hpp"

namespace squall::parsers::detail {
namespace {

KnownNamespaces make_table() {
  KnownNamespaces table{};
  const auto names = well_known::namespaces();
  for (std::size_t i = 1; i < names.size(); ++i) {
    const std::string_view name = names[i];
    std::copy(name.begin(), name.end(), table.names[i].bytes);
    table.sizes[i] = static_cast<std::uint8_t>(name.size());
    std::uint64_t last = 0;
    std::memcpy(&last, name.data() + name.size() - 8, 8);
    table.index[known_namespace_slot(last, name.size())] = static_cast<std::uint8_t>(i);
  }
  return table;
}

}  // namespace

const KnownNamespaces& known_namespaces = []() -> const KnownNamespaces& {
  static const KnownNamespaces table = make_table();
  return table;
}();

}  // namespace squall::parsers::detail
