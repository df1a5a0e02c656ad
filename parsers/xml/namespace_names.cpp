#include "parsers/xml/namespace_names.hpp"

#include <limits>

#include "parsers/names.hpp"

namespace squall::parsers::xml {

std::optional<std::uint16_t> NamespaceNames::index(std::string_view name) {
  if (names_[last_] == name) return last_;
  if (auto known = numbers_.find(name); known != numbers_.end()) return last_ = known->second;
  if (names_.size() > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  last_ = static_cast<std::uint16_t>(names_.size());
  numbers_.emplace(names_.emplace_back(name), last_);
  return last_;
}

void NamespaceNames::clear() {
  const auto known = well_known::namespaces();
  numbers_.clear();
  names_.assign(known.begin(), known.end());
  for (std::uint16_t i = 0; i < well_known::count(); ++i) numbers_.emplace(names_[i], i);
  last_ = 0;
}

}  // namespace squall::parsers::xml
