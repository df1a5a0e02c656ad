#pragma once

#include <optional>
#include <string>

#include "parsers/event.hpp"

/// Delayed Delivery. Spec: XEP-0203.
namespace squall::xmpp::xep0203 {

/// When a stanza was first received, as its <delay/> says (XEP-0082 format, in the peer's words), or nothing: then it
/// came straight through. Cost: allocates only for a delayed stanza.
std::optional<std::string> delay_stamp(const parsers::Element& stanza);

}  // namespace squall::xmpp::xep0203
