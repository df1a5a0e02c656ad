#include "xmpp/sasl/digest_md5_server.hpp"

#include "xmpp/sasl/hash.hpp"
#include "xmpp/sasl/saslprep.hpp"
#include "xmpp/sasl/scram_server.hpp"

namespace squall::xmpp::sasl {
namespace {

using digest_md5::count;
using digest_md5::find;

constexpr std::size_t max_response_bytes = 4096;  // RFC 2831 section 2.1.2

/// What a response must have, each once.
bool is_complete(const digest_md5::Directives& response) {
  for (const std::string_view name : {"username", "nonce", "cnonce", "nc", "digest-uri", "response"}) {
    if (count(response, name) != 1) return false;
  }
  return count(response, "realm") <= 1 && !find(response, "username")->empty() && !find(response, "cnonce")->empty();
}

}  // namespace

/// An initial response would be a try at subsequent authentication (RFC 2831 section 2.2), which is not supported: the
/// client is challenged anew.
ServerStep DigestMd5Server::respond(std::string_view response) {
  if (state_ == State::challenged) return on_response(response);
  if (state_ == State::done) return failure("malformed-request");
  state_ = State::challenged;
  return challenge();
}

ServerStep DigestMd5Server::challenge() const {
  std::string out;
  digest_md5::append_quoted(out, "realm", context_.domain);
  digest_md5::append_quoted(out, "nonce", context_.nonce);
  return {ServerStep::Kind::challenge, out + ",qop=\"auth\",charset=utf-8,algorithm=md5-sess", {}};
}

bool DigestMd5Server::is_for_us(const digest_md5::Directives& response) const {
  const auto uri = std::string{"xmpp/"}.append(context_.domain);
  return *find(response, "nonce") == context_.nonce && *find(response, "nc") == "00000001" &&
         find(response, "qop").value_or("auth") == "auth" && *find(response, "digest-uri") == uri &&
         find(response, "realm").value_or("") == context_.domain;
}

ServerStep DigestMd5Server::on_response(std::string_view text) {
  state_ = State::done;
  const auto response = text.size() > max_response_bytes ? std::nullopt : digest_md5::parse(text);
  if (!response || !is_complete(*response)) return failure("malformed-request");
  if (!is_for_us(*response)) return failure("not-authorized");
  auto user = saslprep(*find(*response, "username"));
  const auto authzid = find(*response, "authzid").value_or("");
  if (!user) return failure("not-authorized");
  if (!may_act_as(authzid, *user, context_.domain)) return failure("invalid-authzid");
  const auto password = stored_password(context_, *user);
  const digest_md5::Exchange exchange{std::string{*find(*response, "username")},
                                      std::string{context_.domain},
                                      password.value_or(""),
                                      context_.nonce,
                                      std::string{*find(*response, "cnonce")},
                                      std::string{*find(*response, "digest-uri")},
                                      std::string{authzid}};
  const bool is_proven = equal_in_constant_time(*find(*response, "response"), response_value(exchange));
  if (!password || !is_proven) return failure("not-authorized");
  user_ = *std::move(user);
  return {ServerStep::Kind::success, "rspauth=" + rspauth_value(exchange), {}};
}

}  // namespace squall::xmpp::sasl
