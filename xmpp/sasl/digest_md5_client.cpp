#include "xmpp/sasl/digest_md5_client.hpp"

#include <algorithm>
#include <utility>

#include "xmpp/sasl/hash.hpp"

namespace squall::xmpp::sasl {
namespace {

constexpr std::size_t max_challenge_bytes = 2048;  // RFC 2831 section 2.1.1

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// True if a comma-separated list holds `word`.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    auto item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    const auto first = item.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    item = item.substr(first, item.find_last_not_of(" \t") - first + 1);
    if (item == word) return true;
  }
  return false;
}

/// RFC 2831 section 2.1.1: what must be there once, and what we can do.
bool is_acceptable(const digest_md5::Directives& challenge) {
  using digest_md5::count;
  using digest_md5::find;
  const auto nonce = find(challenge, "nonce");
  return nonce && !nonce->empty() && count(challenge, "nonce") == 1 && count(challenge, "algorithm") == 1 &&
         *find(challenge, "algorithm") == "md5-sess" && count(challenge, "charset") <= 1 &&
         find(challenge, "charset").value_or("utf-8") == "utf-8" &&
         lists(find(challenge, "qop").value_or("auth"), "auth");
}

}  // namespace

DigestMd5Client::DigestMd5Client(std::string user, std::string password, ClientContext context) {
  exchange_.user = std::move(user);
  exchange_.password = std::move(password);
  exchange_.cnonce = std::move(context.nonce);
  exchange_.digest_uri = std::string{"xmpp/"}.append(context.domain);
}

SaslResponse DigestMd5Client::respond(std::string_view challenge) {
  switch (state_) {
    case State::start:
      return answer_challenge(challenge);
    case State::response_sent:
      if (auto error = verify(challenge)) return *std::move(error);
      return std::string{};
    case State::verified:
      break;
  }
  return SaslError{sasl_errc::challenge_invalid, {}};
}

SaslResponse DigestMd5Client::answer_challenge(std::string_view text) {
  if (text.size() > max_challenge_bytes) return SaslError{sasl_errc::challenge_invalid, {}};
  const auto challenge = digest_md5::parse(text);
  if (!challenge || !is_acceptable(*challenge)) return SaslError{sasl_errc::challenge_invalid, {}};
  const auto realm = digest_md5::find(*challenge, "realm");
  utf8_ = digest_md5::find(*challenge, "charset").has_value();
  has_realm_ = realm.has_value();
  exchange_.realm = realm.value_or("");
  exchange_.nonce = *digest_md5::find(*challenge, "nonce");
  state_ = State::response_sent;
  return response();
}

/// Without charset the name goes in ISO 8859-1, if it fits.
std::string DigestMd5Client::response() const {
  const bool is_plain = utf8_ || is_ascii(exchange_.user);
  std::string out;
  digest_md5::append_quoted(out, "username",
                            is_plain ? exchange_.user : digest_md5::latin1_if_possible(exchange_.user));
  if (has_realm_) digest_md5::append_quoted(out, "realm", exchange_.realm);
  digest_md5::append_quoted(out, "nonce", exchange_.nonce);
  digest_md5::append_quoted(out, "cnonce", exchange_.cnonce);
  out += ",nc=00000001,qop=auth";
  digest_md5::append_quoted(out, "digest-uri", exchange_.digest_uri);
  out.append(",response=").append(digest_md5::response_value(exchange_));
  if (utf8_) out += ",charset=utf-8";
  return out;
}

std::optional<SaslError> DigestMd5Client::verify(std::string_view text) {
  const auto directives = digest_md5::parse(text);
  const auto rspauth = directives ? digest_md5::find(*directives, "rspauth") : std::nullopt;
  if (!rspauth || !equal_in_constant_time(*rspauth, digest_md5::rspauth_value(exchange_))) {
    return SaslError{sasl_errc::not_verified, {}};
  }
  state_ = State::verified;
  return std::nullopt;
}

std::optional<SaslError> DigestMd5Client::finish(std::optional<std::string_view> data) {
  if (state_ == State::verified && (!data || data->empty())) return std::nullopt;
  if (state_ == State::response_sent && data) return verify(*data);
  return SaslError{sasl_errc::not_verified, {}};
}

}  // namespace squall::xmpp::sasl
