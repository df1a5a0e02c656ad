#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The four messages of SCRAM as text. Spec: RFC 5802 sections 5.1 and 7.
/// Views point into the text that was parsed. Mandatory extensions (m=) are refused, optional ones ignored.
namespace squall::xmpp::sasl::scram {

/// A name as it goes into n=: comma and equals sign escaped.
std::string escape_name(std::string_view name);
/// Back again; nothing if an equals sign stands alone.
std::optional<std::string> unescape_name(std::string_view escaped);

struct ClientFirst {
  std::string_view gs2_header;  ///< up to and with the second comma
  char binding = 'n';           ///< n, y, or p for channel binding
  std::string authzid;
  std::string user;
  std::string_view nonce;
  std::string_view bare;  ///< what stands behind the header
};

struct ServerFirst {
  std::string_view nonce;
  std::string salt;  ///< octets
  std::uint32_t iterations = 0;
};

struct ClientFinal {
  std::string channel_binding;  ///< octets
  std::string_view nonce;
  std::string proof;               ///< octets
  std::string_view without_proof;  ///< what the proof is about
};

/// Either the server's signature or its error.
struct ServerFinal {
  std::string signature;  ///< octets
  std::string_view error;
};

std::optional<ClientFirst> parse_client_first(std::string_view text);
/// An iteration count over 2^31 - 1 comes out as that.
std::optional<ServerFirst> parse_server_first(std::string_view text);
std::optional<ClientFinal> parse_client_final(std::string_view text);
std::optional<ServerFinal> parse_server_final(std::string_view text);

}  // namespace squall::xmpp::sasl::scram
