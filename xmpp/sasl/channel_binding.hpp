#pragma once

#include <string>

namespace squall::xmpp::sasl {

/// What TLS hands to SASL: one side's view of a connection's secrets, which both ends know. All are octets; what the
/// connection does not have is empty.
/// Spec: RFC 5056, RFC 5929 (tls-unique, tls-server-end-point), RFC 9266 (tls-exporter).
struct ChannelBinding {
  bool is_tls13 = false;
  std::string tls_exporter;          ///< 32 octets; TLS 1.3, or 1.2 with the extended master secret
  std::string tls_unique;            ///< the first Finished message; never with TLS 1.3
  std::string tls_server_end_point;  ///< digest of the server's certificate
  /// Server side only: whom the client's certificate, which has been verified, names: a bare JID (its xmppAddr, or its
  /// common name as a localpart). Empty: no certificate. Spec: XEP-0178 section 2.
  std::string client_identity;
};

}  // namespace squall::xmpp::sasl
