#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "parsers/event.hpp"
#include "parsers/xml/namespace_names.hpp"

namespace squall::parsers::plugin {

/// What a plugin's namespace numbers stand for, and the table that the tape's numbers refer to.
/// Bound: SQUALL_PARSER_MAX_NS slots; the names of the header, and some more.
class NamespaceSlots {
 public:
  NamespaceSlots();

  /// Slot 1 to SQUALL_PARSER_MAX_NS. False if the table is full.
  bool bind(std::uint16_t slot, std::string_view name);
  /// The tape's number for a slot; nullopt if nothing is bound to it.
  std::optional<std::uint16_t> find(std::uint16_t slot) const {
    if (slot >= slots_.size() || slots_[slot] == unbound) return std::nullopt;
    return slots_[slot];
  }

  /// What is bound now stays until clear().
  void end_of_header();
  /// Forgets what was bound since.
  void end_of_item();
  void clear();

  const NamespaceTable& table() const { return *names_; }
  /// True when the names of past items should go.
  bool is_crowded() const;
  /// Bytes of the names that are held.
  std::size_t bytes() const { return bytes_; }
  /// A new table with only the names that are bound, or that `events` need, which get their new numbers.
  void renew(std::span<Event> events);

 private:
  static constexpr std::uint16_t unbound = 0xFFFF;

  std::optional<std::uint16_t> intern(std::string_view name);

  std::unique_ptr<xml::NamespaceNames> names_;
  std::vector<std::uint16_t> slots_;
  std::vector<std::uint16_t> recent_;  // slots bound since the header, or since the start if that is not over
  std::size_t bytes_ = 0;              // of names that are not well known
  std::size_t kept_names_ = 0;         // held after the last renewal
  std::size_t kept_bytes_ = 0;
};

}  // namespace squall::parsers::plugin
