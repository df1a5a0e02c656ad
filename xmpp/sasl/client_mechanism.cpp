#include "xmpp/sasl/client_mechanism.hpp"

#include <utility>

#include "xmpp/sasl/digest_md5_client.hpp"
#include "xmpp/sasl/saslprep.hpp"
#include "xmpp/sasl/scram_client.hpp"

namespace squall::xmpp::sasl {
namespace {

/// Spec: RFC 4616. Name and password go as they are; preparing them is the server's part (section 2).
class PlainClient final : public ClientMechanism {
 public:
  explicit PlainClient(const ClientContext& context) : user_(context.user), password_(context.password) {}

  std::string initial_response() override {
    std::string message;
    message += '\0';
    message += user_;
    message += '\0';
    message += password_;
    return message;
  }
  SaslResponse respond(std::string_view) override { return SaslError{sasl_errc::challenge_invalid, {}}; }
  std::optional<SaslError> finish(std::optional<std::string_view>) override { return std::nullopt; }

 private:
  std::string_view user_;
  std::string_view password_;
};

/// One message and no answer: ANONYMOUS without trace information (RFC 4505), and EXTERNAL with the user's address.
/// That is demanded where a certificate has several addresses (XEP-0178 section 2), as one that many users share has.
class OneMessageClient final : public ClientMechanism {
 public:
  explicit OneMessageClient(std::string message) : message_(std::move(message)) {}

  std::string initial_response() override { return message_; }
  SaslResponse respond(std::string_view) override { return SaslError{sasl_errc::challenge_invalid, {}}; }
  std::optional<SaslError> finish(std::optional<std::string_view>) override { return std::nullopt; }

 private:
  std::string message_;
};

bool holds_nul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

std::unique_ptr<ClientMechanism> make_plain(const ClientContext& context) {
  if (holds_nul(context.user) || holds_nul(context.password)) return nullptr;
  return std::make_unique<PlainClient>(context);
}

std::unique_ptr<ClientMechanism> make_scram(Hash hash, ClientContext context) {
  auto user = saslprep(context.user);
  auto password = saslprep(context.password);
  if (!user || !password) return nullptr;
  return std::make_unique<ScramClient>(hash, *std::move(user), *std::move(password), std::move(context));
}

std::unique_ptr<ClientMechanism> make_digest_md5(ClientContext context) {
  auto user = saslprep(context.user);
  auto password = saslprep(context.password);
  if (!user || !password) return nullptr;
  return std::make_unique<DigestMd5Client>(*std::move(user), *std::move(password), std::move(context));
}

}  // namespace

std::unique_ptr<ClientMechanism> make_client_mechanism(Mechanism mechanism, ClientContext context) {
  switch (mechanism) {
    case Mechanism::plain:
      return make_plain(context);
    case Mechanism::scram_sha_1:
    case Mechanism::scram_sha_1_plus:
      return make_scram(Hash::sha_1, std::move(context));
    case Mechanism::scram_sha_256:
    case Mechanism::scram_sha_256_plus:
      return make_scram(Hash::sha_256, std::move(context));
    case Mechanism::scram_sha_512:
    case Mechanism::scram_sha_512_plus:
      return make_scram(Hash::sha_512, std::move(context));
    case Mechanism::digest_md5:
      return make_digest_md5(std::move(context));
    case Mechanism::anonymous:
      return std::make_unique<OneMessageClient>(std::string{});
    case Mechanism::external:
      return std::make_unique<OneMessageClient>(std::string{context.user} + "@" + std::string{context.domain});
    case Mechanism::iq_auth_plain:
    case Mechanism::iq_auth_digest:
      break;
  }
  return nullptr;
}

}  // namespace squall::xmpp::sasl
