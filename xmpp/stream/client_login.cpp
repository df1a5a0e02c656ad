#include <algorithm>
#include <utility>

#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/base64.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"
#include "xmpp/xml.hpp"

// The steps of a login up to binding. Spec: RFC 6120 sections 4.3 (streams), 5 (TLS), 6 (SASL).

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;

constexpr std::size_t max_challenge_bytes = 4096;  // base64

void append_sasl(std::string& out, std::string_view element, std::string_view data) {
  out.append("<").append(element).append(" xmlns='").append(ns::sasl).append("'>");
  out.append(data.empty() ? "=" : sasl::base64(data)).append("</").append(element).append(">");
}

/// Data of a challenge or success: base64, or "=" for none of it. Nothing if it is not that.
std::optional<std::string> sasl_data(std::string_view text) {
  if (text == "=" || text.empty()) return std::string{};
  return text.size() > max_challenge_bytes ? std::nullopt : sasl::decode_base64(text);
}

std::string bind_payload(std::string_view resource) {
  if (resource.empty()) return "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>";
  std::string payload = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>";
  xml::append_text(payload, resource);
  return payload + "</resource></bind>";
}

session_errc code_of(sasl::sasl_errc code) {
  switch (code) {
    case sasl::sasl_errc::challenge_invalid:
      return session_errc::challenge_invalid;
    case sasl::sasl_errc::too_many_iterations:
      return session_errc::protocol_limit;
    case sasl::sasl_errc::not_verified:
      return session_errc::server_not_verified;
    case sasl::sasl_errc::rejected:
      return session_errc::auth_failed;
  }
  return session_errc::challenge_invalid;
}

}  // namespace

void ClientStream::Impl::arm(TimePoint now) {
  login->deadline = now + config->step_timeout;
}

Reaction ClientStream::Impl::enter(Stage next_stage) {
  stage = next_stage;
  ClientEvent event;
  event.kind = ClientEventKind::stage;
  event.stage = next_stage;
  return event;
}

Reaction ClientStream::Impl::on_header(const parsers::Element& header, TimePoint now, std::string& out) {
  if (state == ClientState::closing) return std::nullopt;
  if (state != ClientState::header && state != ClientState::restart_header) {
    return fail_and_close(out, session_errc::unexpected_element);
  }
  if (!is_stream_header(header)) return fail_and_close(out, session_errc::not_xmpp);
  // Without a version no features will come, but a stream error still may: wait for it.
  login->version_missing = !has_supported_version(header);
  state = state == ClientState::header ? ClientState::features : ClientState::restart_features;
  arm(now);
  return std::nullopt;
}

Reaction ClientStream::Impl::on_features(const parsers::Element& element, TimePoint now, std::string& out) {
  if (login->version_missing) return fail_and_close(out, session_errc::unsupported_version);
  if (!element.is(ns::streams, "features")) return fail_and_close(out, session_errc::unexpected_element);
  const auto features = read_features(element);
  if (!login->secured) {
    if (features.starttls && config->tls != TlsPolicy::never) return start_tls(now, out);
    if (features.starttls_required) return fail_and_close(out, session_errc::tls_required);
    if (config->tls == TlsPolicy::required) return fail_and_close(out, session_errc::tls_not_offered);
  }
  return start_sasl(features, now, out);
}

Reaction ClientStream::Impl::start_tls(TimePoint now, std::string& out) {
  out.append("<starttls xmlns='").append(ns::tls).append("'/>");
  state = ClientState::tls_proceed;
  arm(now);
  return enter(Stage::tls);
}

Reaction ClientStream::Impl::on_tls_answer(const parsers::Element& element, TimePoint now, std::string& out) {
  if (element.is(ns::tls, "failure")) return fail_and_close(out, session_errc::tls_failed);
  if (!element.is(ns::tls, "proceed")) return fail_and_close(out, session_errc::unexpected_element);
  parser.discard();
  state = ClientState::tls_handshake;
  arm(now);
  ClientEvent event;
  event.kind = ClientEventKind::start_tls;
  event.stage = Stage::tls;
  return event;
}

std::optional<sasl::Mechanism> ClientStream::Impl::choose_mechanism(const Features& features) const {
  const auto& offered = features.mechanisms;
  for (const auto mechanism : config->sasl.allowed) {
    const bool is_safe = mechanism != sasl::Mechanism::plain || login->secured || config->sasl.plain_in_clear;
    if (is_safe && std::find(offered.begin(), offered.end(), mechanism) != offered.end()) return mechanism;
  }
  return std::nullopt;
}

Reaction ClientStream::Impl::start_sasl(const Features& features, TimePoint now, std::string& out) {
  stage = Stage::auth;
  const auto chosen = choose_mechanism(features);
  if (!chosen) return fail_and_close(out, session_errc::no_mechanism, {}, features.mechanism_names);
  login->mechanism =
      sasl::make_client_mechanism(*chosen, {login->credentials.user, login->credentials.password,
                                            config->sasl.max_iterations, config->nonce(), config->scram_keys});
  if (!login->mechanism) return fail_and_close(out, session_errc::credentials_invalid);
  out.append("<auth xmlns='").append(ns::sasl).append("' mechanism='").append(sasl::to_string(*chosen)).append("'>");
  sasl::append_base64(out, login->mechanism->initial_response());
  out += "</auth>";
  state = ClientState::sasl;
  arm(now);
  return enter(Stage::auth);
}

Reaction ClientStream::Impl::on_sasl(const parsers::Element& element, TimePoint now, std::string& out) {
  if (element.is(ns::sasl, "challenge")) return on_challenge(element, now, out);
  if (element.is(ns::sasl, "success")) return on_success(element, now, out);
  if (element.is(ns::sasl, "failure")) {
    const auto error = read_conditions(element, ns::sasl);
    return fail_and_close(out, session_errc::auth_failed, error.condition, error.text);
  }
  return fail_and_close(out, session_errc::unexpected_element);
}

Reaction ClientStream::Impl::on_challenge(const parsers::Element& element, TimePoint now, std::string& out) {
  std::string scratch;
  const auto challenge = sasl_data(element.text(scratch));
  if (!challenge) return fail_sasl({sasl::sasl_errc::challenge_invalid, {}}, out);
  const auto response = login->mechanism->respond(*challenge);
  sasl_rounds = login->mechanism->rounds();
  if (!response) return fail_sasl(response.error(), out);
  append_sasl(out, "response", *response);
  arm(now);
  return std::nullopt;
}

Reaction ClientStream::Impl::on_success(const parsers::Element& element, TimePoint now, std::string& out) {
  std::string scratch;
  const auto text = element.text(scratch);
  const auto data = sasl_data(text);
  if (!data) return fail_and_close(out, session_errc::server_not_verified);
  const auto error = login->mechanism->finish(text.empty() ? std::nullopt : std::optional<std::string_view>{*data});
  if (error) return fail_and_close(out, code_of(error->code), error->text);
  login->mechanism.reset();
  parser.reset();
  open(now, out, ClientState::restart_header);
  return enter(Stage::bind);
}

Reaction ClientStream::Impl::fail_sasl(const sasl::SaslError& error, std::string& out) {
  out.append("<abort xmlns='").append(ns::sasl).append("'/>");
  const bool is_word_of_peer = error.code == sasl::sasl_errc::rejected;
  return fail_and_close(out, code_of(error.code), is_word_of_peer ? error.text : std::string{},
                        is_word_of_peer ? std::string{} : error.text);
}

Reaction ClientStream::Impl::on_restart_features(const parsers::Element& element, TimePoint now, std::string& out) {
  if (login->version_missing) return fail_and_close(out, session_errc::unsupported_version);
  if (!element.is(ns::streams, "features")) return fail_and_close(out, session_errc::unexpected_element);
  const auto features = read_features(element);
  if (!features.bind) return fail_and_close(out, session_errc::bind_failed);
  login->session_required = features.session_required;
  ask(ClientState::bind, "set", bind_payload(login->credentials.resource), now, out);
  return std::nullopt;
}

}  // namespace squall::xmpp
