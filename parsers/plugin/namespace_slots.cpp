#include "parsers/plugin/namespace_slots.hpp"

#include <utility>

#include "parsers/names.hpp"
#include "parsers/plugin/event_copies.hpp"

namespace squall::parsers::plugin {
namespace {

constexpr std::size_t many_names = 256;
constexpr std::size_t many_bytes = 64 * 1024;

}  // namespace

NamespaceSlots::NamespaceSlots() : names_(std::make_unique<xml::NamespaceNames>()), slots_{well_known::none} {
  kept_names_ = names_->size();
}

std::optional<std::uint16_t> NamespaceSlots::intern(std::string_view name) {
  const std::size_t before = names_->size();
  const auto number = names_->index(name);
  if (number == unbound) return std::nullopt;
  if (names_->size() > before) bytes_ += name.size();
  return number;
}

bool NamespaceSlots::bind(std::uint16_t slot, std::string_view name) {
  if (slot < slots_.size() && slots_[slot] != unbound && names_->name(slots_[slot]) == name) return true;
  const auto number = intern(name);
  if (!number) return false;
  if (slot >= slots_.size()) slots_.resize(slot + std::size_t{1}, unbound);
  slots_[slot] = *number;
  recent_.push_back(slot);
  return true;
}

void NamespaceSlots::end_of_header() {
  recent_.clear();
}

void NamespaceSlots::end_of_item() {
  for (const std::uint16_t slot : recent_) slots_[slot] = unbound;
  recent_.clear();
}

void NamespaceSlots::clear() {
  slots_.assign(1, well_known::none);
  recent_.clear();
  renew({});
}

bool NamespaceSlots::is_crowded() const {
  return names_->size() > kept_names_ + many_names || bytes_ > kept_bytes_ + many_bytes;
}

void NamespaceSlots::renew(std::span<Event> events) {
  const auto old = std::exchange(names_, std::make_unique<xml::NamespaceNames>());
  bytes_ = 0;
  for (std::uint16_t& slot : slots_) {
    if (slot != unbound) slot = *intern(old->name(slot));
  }
  kept_names_ = names_->size();
  kept_bytes_ = bytes_;
  for (Event& event : events) {
    if (event.kind() <= EventKind::attribute) event = renumbered(event, *intern(old->name(event.ns())));
  }
}

}  // namespace squall::parsers::plugin
