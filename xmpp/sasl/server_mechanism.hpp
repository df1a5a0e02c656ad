#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/credential_store.hpp"
#include "xmpp/sasl/mechanism.hpp"
#include "xmpp/sasl/scram_keys.hpp"

namespace squall::xmpp::sasl {

/// What a server mechanism works with. The views must outlive the mechanism.
struct ServerContext {
  const CredentialStore* credentials = nullptr;  ///< none: every login fails
  std::string_view domain;
  std::string_view salt_secret;  ///< a user's salt is derived from it and the name, and so always the same
  std::uint32_t iterations = 4096;
  std::string nonce{};                      ///< the server's part of the nonce
  const ChannelBinding* binding = nullptr;  ///< none: the connection is not secured
  bool plus = false;                        ///< SCRAM: a -PLUS form was chosen, which needs a channel binding
  bool offers_plus = false;                 ///< SCRAM: a client that believes otherwise has been lied to
  ScramKeyCache* cache = nullptr;           ///< optional
};

/// What the server does next.
struct ServerStep {
  enum class Kind : std::uint8_t { challenge, success, failure };
  Kind kind = Kind::failure;
  std::string data;            ///< for <challenge/> or <success/>, octets
  std::string_view condition;  ///< of <failure/>, RFC 6120 section 6.5
};

/// The server's side of one SASL exchange, begun by the client's initial response. Spec: RFC 4422 section 3.
class ServerMechanism {
 public:
  virtual ~ServerMechanism() = default;
  virtual ServerStep respond(std::string_view response) = 0;
  /// True if respond() is to be asked for a challenge without any response.
  virtual bool speaks_first() const { return false; }
  /// The prepared localpart; valid after success.
  std::string_view user() const { return user_; }

 protected:
  ServerMechanism() = default;
  ServerMechanism(const ServerMechanism&) = default;
  ServerMechanism& operator=(const ServerMechanism&) = default;

  std::string user_;
};

/// Nothing for iq_auth_*, which is not SASL.
std::unique_ptr<ServerMechanism> make_server_mechanism(Mechanism mechanism, ServerContext context);

}  // namespace squall::xmpp::sasl
