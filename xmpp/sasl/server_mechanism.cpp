#include "xmpp/sasl/server_mechanism.hpp"

#include <optional>
#include <utility>

#include "xmpp/jid.hpp"
#include "xmpp/sasl/digest_md5_server.hpp"
#include "xmpp/sasl/saslprep.hpp"
#include "xmpp/sasl/scram_server.hpp"

namespace squall::xmpp::sasl {
namespace {

struct PlainMessage {
  std::string_view authzid;
  std::string_view user;
  std::string_view password;
};

std::optional<PlainMessage> parse_plain(std::string_view text) {
  const auto first = text.find('\0');
  const auto second = first == std::string_view::npos ? first : text.find('\0', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const PlainMessage message{text.substr(0, first), text.substr(first + 1, second - first - 1),
                             text.substr(second + 1)};
  const bool is_complete = !message.user.empty() && !message.password.empty();
  return is_complete && message.password.find('\0') == std::string_view::npos ? std::optional{message} : std::nullopt;
}

/// Spec: RFC 4616.
class PlainServer final : public ServerMechanism {
 public:
  explicit PlainServer(ServerContext context) : context_(std::move(context)) {}

  ServerStep respond(std::string_view response) override {
    const auto message = parse_plain(response);
    if (!message) return failure("malformed-request");
    auto user = saslprep(message->user);
    const auto password = saslprep(message->password);
    if (!user || !password) return failure("not-authorized");
    if (!may_act_as(message->authzid, *user, context_.domain)) return failure("invalid-authzid");
    const auto expected = stored_password(context_, *user);
    if (!expected || !equal_in_constant_time(*expected, *password)) return failure("not-authorized");
    user_ = *std::move(user);
    return {ServerStep::Kind::success, {}, {}};
  }

 private:
  ServerContext context_;
};

/// Spec: RFC 4505. Whoever comes gets a name that nobody else has; his trace information is of no interest.
class AnonymousServer final : public ServerMechanism {
 public:
  explicit AnonymousServer(const ServerContext& context) : nonce_(context.nonce) {}

  ServerStep respond(std::string_view) override {
    user_ = "anonymous-" + hex(digest(Hash::sha_256, nonce_)).substr(0, 16);
    return {ServerStep::Kind::success, {}, {}};
  }

 private:
  std::string nonce_;
};

/// Spec: RFC 4422 appendix A, XEP-0178 section 2.
class ExternalServer final : public ServerMechanism {
 public:
  explicit ExternalServer(ServerContext context) : context_(std::move(context)) {}

  ServerStep respond(std::string_view response) override {
    const auto jid = Jid::parse(context_.binding ? std::string_view{context_.binding->client_identity} : "");
    if (!jid || jid->local().empty() || !same_jid(jid->domain(), context_.domain)) return failure("not-authorized");
    if (!may_act_as(response, jid->local(), context_.domain)) return failure("invalid-authzid");
    user_ = jid->local();
    return {ServerStep::Kind::success, {}, {}};
  }

 private:
  ServerContext context_;
};

}  // namespace

ServerStep failure(std::string_view condition) {
  return {ServerStep::Kind::failure, {}, condition};
}

bool may_act_as(std::string_view authzid, std::string_view user, std::string_view domain) {
  return authzid.empty() || same_jid(authzid, std::string{user}.append("@").append(domain));
}

std::optional<std::string> stored_password(const ServerContext& context, std::string_view user) {
  if (!context.credentials) return std::nullopt;
  const auto password = context.credentials->password(user);
  return password ? saslprep(*password, Unassigned::refused) : std::nullopt;
}

std::unique_ptr<ServerMechanism> make_server_mechanism(Mechanism mechanism, ServerContext context) {
  context.plus = is_plus(mechanism);
  switch (mechanism) {
    case Mechanism::plain:
      return std::make_unique<PlainServer>(std::move(context));
    case Mechanism::scram_sha_1:
    case Mechanism::scram_sha_1_plus:
      return std::make_unique<ScramServer>(Hash::sha_1, std::move(context));
    case Mechanism::scram_sha_256:
    case Mechanism::scram_sha_256_plus:
      return std::make_unique<ScramServer>(Hash::sha_256, std::move(context));
    case Mechanism::scram_sha_512:
    case Mechanism::scram_sha_512_plus:
      return std::make_unique<ScramServer>(Hash::sha_512, std::move(context));
    case Mechanism::digest_md5:
      return std::make_unique<DigestMd5Server>(std::move(context));
    case Mechanism::anonymous:
      return std::make_unique<AnonymousServer>(context);
    case Mechanism::external:
      return std::make_unique<ExternalServer>(std::move(context));
    case Mechanism::iq_auth_plain:
    case Mechanism::iq_auth_digest:
      break;
  }
  return nullptr;
}

}  // namespace squall::xmpp::sasl
