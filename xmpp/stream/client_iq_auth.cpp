#include <utility>

#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/hash.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/xml.hpp"

// Authentication before there was SASL. It binds the resource as well. Spec: XEP-0078.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;
using sasl::Mechanism;

constexpr std::string_view default_resource = "squall";  // the protocol has none that the server makes up

std::string_view field_of(Mechanism mechanism) {
  return mechanism == Mechanism::iq_auth_digest ? "digest" : "password";
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append("<").append(name).append(">");
  xml::append_text(out, value);
  out.append("</").append(name).append(">");
}

std::string begin_query(std::string_view user) {
  std::string payload{"<query xmlns='jabber:iq:auth'>"};
  append_field(payload, "username", user);
  return payload;
}

std::string offered_fields(const parsers::Element& query) {
  std::string names;
  for (const auto mechanism : {Mechanism::iq_auth_digest, Mechanism::iq_auth_plain}) {
    if (!query.child(ns::iq_auth, field_of(mechanism))) continue;
    names.append(names.empty() ? "" : " ").append(to_string(mechanism));
  }
  return names;
}

/// XEP-0078 section 3.3: of the stream's id and the password, in lower case.
std::string digest_of(std::string_view stream_id, std::string_view password) {
  return sasl::hex(sasl::digest(sasl::Hash::sha_1, std::string{stream_id}.append(password)));
}

/// The first allowed form that the server has a field for.
std::optional<Mechanism> choose_form(const sasl::Policy& policy, const parsers::Element& query,
                                     bool may_send_password) {
  for (const auto mechanism : policy.allowed) {
    const bool is_usable = is_iq_auth(mechanism) && (may_send_password || !sends_password(mechanism));
    if (is_usable && query.child(ns::iq_auth, field_of(mechanism))) return mechanism;
  }
  return std::nullopt;
}

}  // namespace

Reaction ClientStream::Impl::start_iq_auth(TimePoint now, std::string& out) {
  ask(ClientState::iq_auth_fields, "get", begin_query(login->credentials.user) + "</query>", now, out);
  return enter(Stage::auth);
}

/// A server may answer a digest that it knows nothing of with a result and still not log anybody in, so its fields are
/// believed, and nothing else.
Reaction ClientStream::Impl::on_iq_auth_fields(const parsers::Element& iq, TimePoint now, std::string& out) {
  const auto query = iq.child(ns::iq_auth, "query");
  const bool may_send_password = login->secured || (config->sasl.plain_in_clear && config->tls != TlsPolicy::required);
  const auto form = query ? choose_form(config->sasl, query, may_send_password) : std::nullopt;
  if (!form) {
    return fail_and_close(out, session_errc::no_mechanism, {}, query ? offered_fields(query) : std::string{});
  }
  const auto& [user, password, resource] = login->credentials;
  const auto secret =
      *form == Mechanism::iq_auth_digest ? digest_of(login->stream_id, password) : std::string{password};
  auto payload = begin_query(user);
  append_field(payload, field_of(*form), secret);
  append_field(payload, "resource", resource.empty() ? default_resource : resource);
  ask(ClientState::iq_auth, "set", payload + "</query>", now, out);
  return std::nullopt;
}

Reaction ClientStream::Impl::on_iq_auth_answer(TimePoint now, std::string& out) {
  const auto resource = login->credentials.resource;
  stage = Stage::bind;
  state = ClientState::bind;
  return use_jid(login->bare_jid + "/" + std::string{resource.empty() ? default_resource : resource}, now, out);
}

}  // namespace squall::xmpp
