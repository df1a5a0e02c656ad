#include "xmpp/namespaces.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/stream/header.hpp"

// The steps of a login up to authentication, and those between it and binding. Spec: RFC 6120 sections 4.3 and 5.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;

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
  login->stream_id = header.attribute("id").str();
  state = state == ClientState::header ? ClientState::features : ClientState::restart_features;
  arm(now);
  return std::nullopt;
}

Reaction ClientStream::Impl::on_features(const parsers::Element& element, TimePoint now, std::string& out) {
  if (login->version_missing) return fail_and_close(out, session_errc::unsupported_version);
  if (!element.is(ns::streams, "features")) return fail_and_close(out, session_errc::unexpected_element);
  login->features = read_features(element);
  const auto& features = login->features;
  if (!login->secured) {
    if (features.starttls && config->tls != TlsPolicy::never) return start_tls(now, out);
    if (features.starttls_required) return fail_and_close(out, session_errc::tls_required);
    if (config->tls == TlsPolicy::required) return fail_and_close(out, session_errc::tls_not_offered);
  }
  return start_auth(now, out);
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

std::optional<MechanismChoice> ClientStream::Impl::choose(const MechanismOffer& offer) const {
  const bool may_be_clear = config->sasl.plain_in_clear && config->tls != TlsPolicy::required;
  return choose_mechanism(config->sasl, offer, login->features, {login->secured, may_be_clear, login->binding});
}

Reaction ClientStream::Impl::start_auth(TimePoint now, std::string& out) {
  stage = Stage::auth;
  auto choice = config->sasl2 ? choose(login->features.sasl2) : std::nullopt;
  login->sasl2 = choice.has_value();
  if (!choice) choice = choose(login->features.sasl);
  if (!choice) return fail_and_close(out, session_errc::no_mechanism, {}, login->features.sasl.names);
  return is_iq_auth(choice->mechanism) ? start_iq_auth(now, out) : start_sasl(*choice, now, out);
}

Reaction ClientStream::Impl::on_restart_features(const parsers::Element& element, TimePoint now, std::string& out) {
  if (login->version_missing) return fail_and_close(out, session_errc::unsupported_version);
  if (!element.is(ns::streams, "features")) return fail_and_close(out, session_errc::unexpected_element);
  login->features = read_features(element);
  if (start_resume(now, out)) return std::nullopt;
  return ask_to_bind(now, out);
}

}  // namespace squall::xmpp
