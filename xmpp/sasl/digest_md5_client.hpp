#pragma once

#include <string>
#include <string_view>

#include "xmpp/sasl/client_mechanism.hpp"
#include "xmpp/sasl/digest_md5.hpp"

namespace squall::xmpp::sasl {

/// DIGEST-MD5, quality of protection "auth" only. The server's rspauth is asked for, as a challenge or with success.
/// Spec: RFC 2831 section 2.1.
class DigestMd5Client final : public ClientMechanism {
 public:
  /// `user` and `password` are prepared already.
  DigestMd5Client(std::string user, std::string password, ClientContext context);

  std::string initial_response() override { return {}; }
  bool has_initial_response() const override { return false; }
  SaslResponse respond(std::string_view challenge) override;
  std::optional<SaslError> finish(std::optional<std::string_view> data) override;

 private:
  enum class State : std::uint8_t { start, response_sent, verified };

  SaslResponse answer_challenge(std::string_view challenge);
  std::string response() const;
  std::optional<SaslError> verify(std::string_view text);

  State state_ = State::start;
  digest_md5::Exchange exchange_;
  bool utf8_ = false;
  bool has_realm_ = false;
};

}  // namespace squall::xmpp::sasl
