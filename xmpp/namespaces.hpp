#pragma once

#include <string_view>

/// Namespace names, by the document that defines them.
namespace squall::xmpp::ns {

inline constexpr std::string_view streams = "http://etherx.jabber.org/streams";           // RFC 6120
inline constexpr std::string_view client = "jabber:client";                               // RFC 6120
inline constexpr std::string_view stream_errors = "urn:ietf:params:xml:ns:xmpp-streams";  // RFC 6120
inline constexpr std::string_view stanza_errors = "urn:ietf:params:xml:ns:xmpp-stanzas";  // RFC 6120
inline constexpr std::string_view tls = "urn:ietf:params:xml:ns:xmpp-tls";                // RFC 6120
inline constexpr std::string_view sasl = "urn:ietf:params:xml:ns:xmpp-sasl";              // RFC 6120
inline constexpr std::string_view bind = "urn:ietf:params:xml:ns:xmpp-bind";              // RFC 6120
inline constexpr std::string_view session = "urn:ietf:params:xml:ns:xmpp-session";        // RFC 3921
inline constexpr std::string_view roster = "jabber:iq:roster";                            // RFC 6121
inline constexpr std::string_view ping = "urn:xmpp:ping";                                 // XEP-0199
inline constexpr std::string_view delay = "urn:xmpp:delay";                               // XEP-0203
inline constexpr std::string_view disco_info = "http://jabber.org/protocol/disco#info";   // XEP-0030

}  // namespace squall::xmpp::ns
