#include <algorithm>

#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/hash.hpp"
#include "xmpp/sasl/saslprep.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stream/detail/server_impl.hpp"

// Requests before authentication: the one of old, which is a request itself, and registration.
// Spec: XEP-0078, XEP-0077 section 3.1.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ServerEvent>;
using sasl::Mechanism;

constexpr StanzaError not_authorized{"auth", "not-authorized"};
constexpr StanzaError not_acceptable{"modify", "not-acceptable"};

bool has(const ServerConfig& config, Mechanism mechanism) {
  const auto& all = config.mechanisms;
  return std::find(all.begin(), all.end(), mechanism) != all.end();
}

std::string text_of(const parsers::Element& query, std::string_view field) {
  const auto child = query.child(ns::iq_auth, field);
  std::string scratch;
  return child ? std::string{child.text(scratch)} : std::string{};
}

std::string fields_of(const ServerConfig& config) {
  std::string out{"<query xmlns='jabber:iq:auth'><username/>"};
  if (has(config, Mechanism::iq_auth_digest)) out += "<digest/>";
  if (has(config, Mechanism::iq_auth_plain)) out += "<password/>";
  return out + "<resource/></query>";
}

}  // namespace

bool ServerStream::Impl::offers_iq_auth() const {
  return has(*config, Mechanism::iq_auth_plain) || has(*config, Mechanism::iq_auth_digest);
}

Reaction ServerStream::Impl::on_early_iq(const parsers::Element& iq, std::string& out) {
  const bool is_allowed = is_well_formed_request(iq) && !lacks_required_tls();
  if (is_allowed && offers_iq_auth() && iq.child(ns::iq_auth, "query")) return on_iq_auth(iq, out);
  if (is_allowed && config->registration && iq.child(ns::iq_register, "query")) {
    ServerEvent event;
    event.kind = ServerEventKind::registration;
    event.element = iq;
    return event;
  }
  return fail_stream(out, session_errc::unexpected_element, "not-authorized");
}

Reaction ServerStream::Impl::on_iq_auth(const parsers::Element& iq, std::string& out) {
  const auto query = iq.child(ns::iq_auth, "query");
  if (iq_type(iq) == IqType::get) {
    append_iq_result(out, iq, fields_of(*config), true);
    return std::nullopt;
  }
  login->resource = text_of(query, "resource");
  if (text_of(query, "username").empty() || !is_resourcepart(login->resource)) {
    append_iq_error(out, iq, not_acceptable, true);
    return std::nullopt;
  }
  auto name = proven_user(query);
  if (!name) {
    append_iq_error(out, iq, not_authorized, true);
    count_failure(not_authorized.condition, out);
    return std::nullopt;
  }
  user = *std::move(name);
  return ask_for_resource(iq, BindForm::iq_auth);
}

/// The prepared localpart, if the password or digest is right.
std::optional<std::string> ServerStream::Impl::proven_user(const parsers::Element& query) const {
  auto name = sasl::saslprep(text_of(query, "username"));
  const auto expected = name && config->credentials ? config->credentials->password(*name) : std::nullopt;
  if (!expected) return std::nullopt;
  const auto password = text_of(query, "password");
  const auto digest = text_of(query, "digest");
  const auto right_digest = sasl::hex(sasl::digest(sasl::Hash::sha_1, stream_id + *expected));
  const bool is_right = (has(*config, Mechanism::iq_auth_plain) && sasl::equal_in_constant_time(password, *expected)) ||
                        (has(*config, Mechanism::iq_auth_digest) && sasl::equal_in_constant_time(digest, right_digest));
  return is_right ? name : std::nullopt;
}

}  // namespace squall::xmpp
