#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::parsers::xml {

/// Namespace names met so far, numbered in the order of their coming; for parsers that keep no cleverer table.
/// Lifetime: names stay where they are until clear(). Cost: logarithmic in the names, whoever chose them.
class NamespaceNames final : public NamespaceTable {
 public:
  NamespaceNames() { clear(); }

  /// The number of `name`, a new one if need be; nullopt when all 65,535 are taken.
  std::optional<std::uint16_t> index(std::string_view name);
  std::string_view name(std::uint16_t index) const override { return names_[index]; }
  /// Names held, the empty one included.
  std::size_t size() const { return names_.size(); }
  /// Forgets all names but those every table has (number 0, no namespace, and the well-known ones).
  void clear();

 private:
  std::deque<std::string> names_;
  std::map<std::string_view, std::uint16_t, std::less<>> numbers_;
  std::uint16_t last_ = 0;  // neighbours tend to share a namespace
};

}  // namespace squall::parsers::xml
