#include "xmpp/sasl/scram_server.hpp"

#include "xmpp/sasl/base64.hpp"
#include "xmpp/sasl/saslprep.hpp"
#include "xmpp/sasl/scram_messages.hpp"

namespace squall::xmpp::sasl {
namespace {

constexpr std::size_t salt_bytes = 16;

std::string salt_of(std::string_view secret, std::string_view user) {
  return std::string{hmac(Hash::sha_256, secret, user).bytes().substr(0, salt_bytes)};
}

}  // namespace

ServerStep ScramServer::respond(std::string_view response) {
  switch (state_) {
    case State::start:
      return on_first(response);
    case State::challenged:
      return on_final(response);
    case State::done:
      break;
  }
  return failure("malformed-request");
}

ServerStep ScramServer::on_first(std::string_view text) {
  state_ = State::done;
  const auto first = scram::parse_client_first(text);
  if (!first) return failure("malformed-request");
  if (const auto fault = check_binding(first->gs2_header); !fault.empty()) return failure(fault);
  auto user = saslprep(first->user);
  if (!user) return failure("not-authorized");
  if (!may_act_as(first->authzid, *user, context_.domain)) return failure("invalid-authzid");
  user_ = *std::move(user);
  nonce_ = std::string{first->nonce} + context_.nonce;
  return challenge(first->bare);
}

std::string_view ScramServer::check_binding(std::string_view gs2_header) {
  c_value_ = gs2_header;
  if (gs2_header[0] != 'p') {
    if (context_.plus) return "malformed-request";
    const bool was_lied_to = gs2_header[0] == 'y' && context_.offers_plus;  // RFC 5802 section 6
    return was_lied_to ? "not-authorized" : "";
  }
  const auto type = binding_type(gs2_header.substr(2, gs2_header.find(',') - 2));
  const auto octets = type && context_.binding ? octets_of(*context_.binding, *type) : std::string_view{};
  if (!context_.plus || octets.empty()) return "malformed-request";
  c_value_ += octets;
  return {};
}

ServerStep ScramServer::challenge(std::string_view client_first_bare) {
  const auto salt = salt_of(context_.salt_secret, user_);
  if (const auto password = stored_password(context_, user_)) keys_ = keys_for(*password, salt);
  auto server_first = "r=" + nonce_ + ",s=" + base64(salt) + ",i=" + std::to_string(context_.iterations);
  auth_message_.append(client_first_bare).append(",").append(server_first).append(",");
  state_ = State::challenged;
  return {ServerStep::Kind::challenge, std::move(server_first), {}};
}

ScramKeys ScramServer::keys_for(std::string_view password, std::string_view salt) {
  std::uint64_t rounds = 0;
  return context_.cache ? context_.cache->get(hash_, password, salt, context_.iterations, rounds)
                        : derive_scram_keys(hash_, password, salt, context_.iterations);
}

ServerStep ScramServer::on_final(std::string_view text) {
  state_ = State::done;
  const auto message = scram::parse_client_final(text);
  if (!message) return failure("malformed-request");
  if (message->channel_binding != c_value_) return failure(context_.plus ? "not-authorized" : "malformed-request");
  auth_message_ += message->without_proof;
  if (message->nonce != nonce_ || !keys_ || !is_proven(message->proof, auth_message_)) {
    return failure("not-authorized");
  }
  const auto signature = hmac(hash_, keys_->server_key.bytes(), auth_message_);
  return {ServerStep::Kind::success, "v=" + base64(signature.bytes()), {}};
}

bool ScramServer::is_proven(std::string_view proof, std::string_view auth_message) const {
  Digest received = hmac(hash_, keys_->stored_key.bytes(), auth_message);  // the client's signature
  if (proof.size() != received.size) return false;
  for (std::size_t i = 0; i < received.size; ++i) received.octets[i] ^= static_cast<std::uint8_t>(proof[i]);
  return equal_in_constant_time(digest(hash_, received.bytes()).bytes(), keys_->stored_key.bytes());
}

}  // namespace squall::xmpp::sasl
