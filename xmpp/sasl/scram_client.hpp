#pragma once

#include <string>
#include <string_view>

#include "xmpp/sasl/client_mechanism.hpp"
#include "xmpp/sasl/hash.hpp"

namespace squall::xmpp::sasl {

/// SCRAM with any hash, with and without channel binding. Spec: RFC 5802, RFC 7677.
class ScramClient final : public ClientMechanism {
 public:
  /// `user` and `password` are prepared already.
  ScramClient(Hash hash, std::string user, std::string password, ClientContext context);

  std::string initial_response() override;
  SaslResponse respond(std::string_view challenge) override;
  std::optional<SaslError> finish(std::optional<std::string_view> data) override;
  std::uint64_t rounds() const override { return rounds_; }

 private:
  enum class State : std::uint8_t { first_sent, final_sent, verified };

  SaslResponse answer_first(std::string_view challenge);
  std::string final_message(const ScramKeys& keys, std::string_view nonce, std::string_view server_first);
  std::optional<SaslError> verify(std::string_view server_final);

  Hash hash_;
  State state_ = State::first_sent;
  std::string user_;
  std::string password_;
  ClientContext context_;
  Digest server_signature_;
  std::uint64_t rounds_ = 0;
};

}  // namespace squall::xmpp::sasl
