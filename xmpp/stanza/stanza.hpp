#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::xmpp {

/// The three stanzas of RFC 6120 section 8.2, in the namespace jabber:client.
enum class StanzaKind : std::uint8_t { none, message, presence, iq };

StanzaKind stanza_kind(const parsers::Element& element);

/// Appends the attributes that address an answer to `request`: its `from` as `to`, its `to` as `from` if `with_from`,
/// and its `id` (RFC 6120 sections 8.1.3 and 8.2.3).
void append_answer_addresses(std::string& out, const parsers::Element& request, bool with_from);

}  // namespace squall::xmpp
