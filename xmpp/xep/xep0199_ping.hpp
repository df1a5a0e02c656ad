#pragma once

#include <string_view>

#include "parsers/event.hpp"

/// XMPP Ping. Spec: XEP-0199.
namespace squall::xmpp::xep0199 {

/// What a request of type get carries.
inline constexpr std::string_view payload = "<ping xmlns='urn:xmpp:ping'/>";

/// True for an IQ of type get that holds a ping.
bool is_ping(const parsers::Element& iq);

}  // namespace squall::xmpp::xep0199
