#include "xmpp/stanza/presence.hpp"

#include <array>
#include <charconv>

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {
namespace {

constexpr std::array<std::string_view, 9> names{
    "", "unavailable", "subscribe", "subscribed", "unsubscribe", "unsubscribed", "probe", "error", ""};

}  // namespace

std::string_view to_string(PresenceType type) {
  return names[static_cast<std::size_t>(type)];
}

void append_presence(std::string& out, PresenceType type, std::string_view to) {
  out += "<presence";
  if (!to.empty()) xml::append_attribute(out, "to", to);
  if (const auto name = to_string(type); !name.empty()) xml::append_attribute(out, "type", name);
  out += "/>";
}

PresenceType presence_type(const parsers::Element& presence) {
  const auto type = presence.attribute("type");
  if (!type.present()) return PresenceType::available;
  for (auto i = std::size_t{1}; i < static_cast<std::size_t>(PresenceType::invalid); ++i) {
    if (type == names[i]) return static_cast<PresenceType>(i);
  }
  return PresenceType::invalid;
}

int presence_priority(const parsers::Element& presence) {
  const auto element = presence.child(ns::client, "priority");
  if (!element) return 0;
  std::string scratch;
  const auto text = element.text(scratch);
  int priority = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), priority);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && priority >= -128 && priority <= 127 ? priority : 0;
}

}  // namespace squall::xmpp
