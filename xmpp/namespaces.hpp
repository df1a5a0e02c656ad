#pragma once

#include <string_view>

/// Namespace names, by the document that defines them.
namespace squall::xmpp::ns {

inline constexpr std::string_view streams = "http://etherx.jabber.org/streams";                    // RFC 6120
inline constexpr std::string_view client = "jabber:client";                                        // RFC 6120
inline constexpr std::string_view stream_errors = "urn:ietf:params:xml:ns:xmpp-streams";           // RFC 6120
inline constexpr std::string_view stanza_errors = "urn:ietf:params:xml:ns:xmpp-stanzas";           // RFC 6120
inline constexpr std::string_view tls = "urn:ietf:params:xml:ns:xmpp-tls";                         // RFC 6120
inline constexpr std::string_view sasl = "urn:ietf:params:xml:ns:xmpp-sasl";                       // RFC 6120
inline constexpr std::string_view bind = "urn:ietf:params:xml:ns:xmpp-bind";                       // RFC 6120
inline constexpr std::string_view session = "urn:ietf:params:xml:ns:xmpp-session";                 // RFC 3921
inline constexpr std::string_view roster = "jabber:iq:roster";                                     // RFC 6121
inline constexpr std::string_view iq_auth = "jabber:iq:auth";                                      // XEP-0078
inline constexpr std::string_view iq_auth_feature = "http://jabber.org/features/iq-auth";          // XEP-0078
inline constexpr std::string_view iq_register = "jabber:iq:register";                              // XEP-0077
inline constexpr std::string_view iq_register_feature = "http://jabber.org/features/iq-register";  // XEP-0077
inline constexpr std::string_view stream_management = "urn:xmpp:sm:3";                             // XEP-0198
inline constexpr std::string_view carbons = "urn:xmpp:carbons:2";                                  // XEP-0280
inline constexpr std::string_view client_state = "urn:xmpp:csi:0";                                 // XEP-0352
inline constexpr std::string_view bind2 = "urn:xmpp:bind:0";                                       // XEP-0386
inline constexpr std::string_view sasl2 = "urn:xmpp:sasl:2";                                       // XEP-0388
inline constexpr std::string_view channel_bindings = "urn:xmpp:sasl-cb:0";                         // XEP-0440
inline constexpr std::string_view ping = "urn:xmpp:ping";                                          // XEP-0199
inline constexpr std::string_view delay = "urn:xmpp:delay";                                        // XEP-0203
inline constexpr std::string_view disco_info = "http://jabber.org/protocol/disco#info";            // XEP-0030

}  // namespace squall::xmpp::ns
