#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::xmpp {

/// Spec: RFC 6121 section 4.7.1. `available` is presence without a type; `invalid` any type that the RFC does not know.
enum class PresenceType : std::uint8_t {
  available,
  unavailable,
  subscribe,
  subscribed,
  unsubscribe,
  unsubscribed,
  probe,
  error,
  invalid,
};

std::string_view to_string(PresenceType type);

/// Appends presence without children. `to` may be empty: broadcast.
void append_presence(std::string& out, PresenceType type = PresenceType::available, std::string_view to = {});

PresenceType presence_type(const parsers::Element& presence);

/// Its priority, RFC 6121 section 4.7.2.3: 0 if there is none or it is not a number from -128 to 127.
int presence_priority(const parsers::Element& presence);

}  // namespace squall::xmpp
