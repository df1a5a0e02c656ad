#include "xmpp/sasl/scram_client.hpp"

#include <utility>

#include "xmpp/sasl/base64.hpp"
#include "xmpp/sasl/scram_messages.hpp"

namespace squall::xmpp::sasl {
namespace {

std::string first_bare(std::string_view user, std::string_view nonce) {
  return "n=" + scram::escape_name(user) + ",r=" + std::string{nonce};
}

bool extends(std::string_view nonce, std::string_view ours) {
  return nonce.size() > ours.size() && nonce.starts_with(ours);
}

}  // namespace

ScramClient::ScramClient(Hash hash, std::string user, std::string password, ClientContext context)
    : hash_(hash), user_(std::move(user)), password_(std::move(password)), context_(std::move(context)) {}

std::string ScramClient::initial_response() {
  return context_.gs2.header() + first_bare(user_, context_.nonce);
}

SaslResponse ScramClient::respond(std::string_view challenge) {
  switch (state_) {
    case State::first_sent:
      return answer_first(challenge);
    case State::final_sent:
      if (auto error = verify(challenge)) return *std::move(error);
      return std::string{};
    case State::verified:
      break;
  }
  return SaslError{sasl_errc::challenge_invalid, {}};
}

SaslResponse ScramClient::answer_first(std::string_view challenge) {
  const auto first = scram::parse_server_first(challenge);
  if (!first) return SaslError{sasl_errc::challenge_invalid, {}};
  if (!extends(first->nonce, context_.nonce)) return SaslError{sasl_errc::not_verified, {}};
  if (first->iterations < context_.min_iterations || first->iterations > context_.max_iterations) {
    return SaslError{sasl_errc::iterations_not_accepted, std::string{challenge}};
  }
  ScramKeys keys;
  if (context_.cache) {
    keys = context_.cache->get(hash_, password_, first->salt, first->iterations, rounds_);
  } else {
    keys = derive_scram_keys(hash_, password_, first->salt, first->iterations);
    rounds_ += first->iterations;
  }
  state_ = State::final_sent;
  return final_message(keys, first->nonce, challenge);
}

std::string ScramClient::final_message(const ScramKeys& keys, std::string_view nonce, std::string_view server_first) {
  auto message = "c=" + base64(context_.gs2.header() + context_.gs2.octets) + ",r=" + std::string{nonce};
  auto auth_message = first_bare(user_, context_.nonce);
  auth_message.append(",").append(server_first).append(",").append(message);
  const auto signature = hmac(hash_, keys.stored_key.bytes(), auth_message);
  server_signature_ = hmac(hash_, keys.server_key.bytes(), auth_message);
  message += ",p=";
  append_base64(message, exclusive_or(keys.client_key, signature).bytes());
  return message;
}

std::optional<SaslError> ScramClient::verify(std::string_view server_final) {
  const auto message = scram::parse_server_final(server_final);
  if (message && !message->error.empty()) return SaslError{sasl_errc::rejected, std::string{message->error}};
  if (!message || !equal_in_constant_time(message->signature, server_signature_.bytes())) {
    return SaslError{sasl_errc::not_verified, {}};
  }
  state_ = State::verified;
  return std::nullopt;
}

std::optional<SaslError> ScramClient::finish(std::optional<std::string_view> data) {
  if (state_ == State::verified && (!data || data->empty())) return std::nullopt;
  if (state_ == State::final_sent && data) return verify(*data);
  return SaslError{sasl_errc::not_verified, {}};
}

}  // namespace squall::xmpp::sasl
