#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "xmpp/sasl/hash.hpp"
#include "xmpp/sasl/server_mechanism.hpp"

namespace squall::xmpp::sasl {

ServerStep failure(std::string_view condition);

/// RFC 4422 section 3.4.1: an authorization identity must be empty or the user's own bare JID.
bool may_act_as(std::string_view authzid, std::string_view user, std::string_view domain);

/// The prepared password of an account, or nothing.
std::optional<std::string> stored_password(const ServerContext& context, std::string_view user);

/// SCRAM with any hash, with and without channel binding. Spec: RFC 5802, RFC 7677, RFC 9266.
/// An unknown user is led through the whole exchange, so that what is said does not tell names from wrong passwords.
class ScramServer final : public ServerMechanism {
 public:
  ScramServer(Hash hash, ServerContext context) : hash_(hash), context_(std::move(context)) {}

  ServerStep respond(std::string_view response) override;

 private:
  enum class State : std::uint8_t { start, challenged, done };

  ServerStep on_first(std::string_view text);
  ServerStep on_final(std::string_view text);
  /// Notes what c= has to hold; the condition of a failure if the client's GS2 header does not fit, or empty.
  std::string_view check_binding(std::string_view gs2_header);
  ServerStep challenge(std::string_view client_first_bare);
  bool is_proven(std::string_view proof, std::string_view auth_message) const;
  ScramKeys keys_for(std::string_view password, std::string_view salt);

  Hash hash_;
  State state_ = State::start;
  ServerContext context_;
  std::string nonce_;         // the client's and ours
  std::string c_value_;       // octets that c= has to repeat: the GS2 header, and the channel binding if there is one
  std::string auth_message_;  // as far as it is known
  std::optional<ScramKeys> keys_;
};

}  // namespace squall::xmpp::sasl
