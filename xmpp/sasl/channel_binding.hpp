#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

enum class BindingType : std::uint8_t { tls_exporter, tls_unique, tls_server_end_point };
inline constexpr std::array binding_types{BindingType::tls_exporter, BindingType::tls_unique,
                                          BindingType::tls_server_end_point};  ///< best first

std::string_view to_string(BindingType type);
std::optional<BindingType> binding_type(std::string_view name);
/// Its octets; empty if the connection has none of that type.
std::string_view octets_of(const ChannelBinding& binding, BindingType type);

/// What a client says about channel binding in SCRAM's first message. Spec: RFC 5802 section 6.
struct Gs2 {
  char flag = 'n';                    ///< n: not used; y: we could, and think that the server cannot; p: used
  std::optional<BindingType> type{};  ///< with p
  std::string octets{};               ///< with p

  std::string header() const;  ///< up to and with the second comma
};

}  // namespace squall::xmpp::sasl
