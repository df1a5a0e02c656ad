#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "xmpp/sasl/digest_md5.hpp"
#include "xmpp/sasl/server_mechanism.hpp"

namespace squall::xmpp::sasl {

/// DIGEST-MD5 with one realm, the domain. rspauth goes with the success.
/// Spec: RFC 2831 section 2.1.
class DigestMd5Server final : public ServerMechanism {
 public:
  explicit DigestMd5Server(ServerContext context) : context_(std::move(context)) {}

  ServerStep respond(std::string_view response) override;
  bool speaks_first() const override { return true; }

 private:
  enum class State : std::uint8_t { start, challenged, done };

  ServerStep challenge() const;
  ServerStep on_response(std::string_view text);
  bool is_for_us(const digest_md5::Directives& response) const;

  State state_ = State::start;
  ServerContext context_;
};

}  // namespace squall::xmpp::sasl
