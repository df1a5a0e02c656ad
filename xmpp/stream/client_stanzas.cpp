#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/presence.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/xep/xep0199_ping.hpp"
#include "xmpp/xml.hpp"

// Binding and what follows it. Spec: RFC 6120 sections 7 and 8, RFC 3921 section 3, RFC 6121 section 2.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;

ClientEvent stanza_event(ClientEventKind kind, const parsers::Element& element, Stage stage) {
  ClientEvent event;
  event.kind = kind;
  event.stage = stage;
  event.element = element;
  return event;
}

std::string bind_payload(std::string_view resource) {
  if (resource.empty()) return "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>";
  std::string payload = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>";
  xml::append_text(payload, resource);
  return payload + "</resource></bind>";
}

/// RFC 6121 section 2.1.6: only the server or the account itself may push a roster.
bool is_roster_push(const parsers::Element& iq, const detail::OwnAddresses& own) {
  return iq_type(iq) == IqType::set && iq.child(ns::roster, "query") &&
         detail::is_legal_sender(iq.attribute("from"), {}, own);
}

}  // namespace

detail::OwnAddresses ClientStream::Impl::own() const {
  return {jid.empty() && login ? std::string_view{login->bare_jid} : std::string_view{jid}, config->domain};
}

std::uint32_t ClientStream::Impl::request(std::string_view type, std::string_view to, std::string_view payload,
                                          std::string& out) {
  const auto number = pending.add(to);
  const auto mark = out.size();
  if (number != 0) append_iq(out, type, detail::PendingRequests::wire_id(number), to, payload);
  count_sent(out, mark);
  return number;
}

Reaction ClientStream::Impl::ask_to_bind(TimePoint now, std::string& out) {
  resumable.reset();
  if (!login->features.bind) return fail_and_close(out, session_errc::bind_failed);
  ask(ClientState::bind, "set", bind_payload(login->credentials.resource), now, out);
  return std::nullopt;
}

void ClientStream::Impl::ask(ClientState next_state, std::string_view type, std::string_view payload, TimePoint now,
                             std::string& out) {
  login->request = request(type, {}, payload, out);
  state = next_state;
  arm(now);
}

Reaction ClientStream::Impl::on_stanza(const parsers::Element& element, TimePoint now, std::string& out) {
  const auto kind = stanza_kind(element);
  if (managed && kind != StanzaKind::none) ++managed->received;
  switch (kind) {
    case StanzaKind::message:
      return stanza_event(is_carbon(element) ? ClientEventKind::carbon : ClientEventKind::message, element, stage);
    case StanzaKind::presence:
      return stanza_event(ClientEventKind::presence, element, stage);
    case StanzaKind::iq:
      return on_iq(element, now, out);
    case StanzaKind::none:
      break;
  }
  return std::nullopt;  // extensions that nobody asked for
}

Reaction ClientStream::Impl::on_iq(const parsers::Element& iq, TimePoint now, std::string& out) {
  if (is_answer(iq_type(iq))) return on_answer(iq, now, out);
  if (state != ClientState::closing && iq.attribute("id").present()) answer(iq, out);
  return std::nullopt;
}

/// XEP-0280 section 11: only the account itself may wrap copies; anybody else's is a message like any other.
bool ClientStream::Impl::is_carbon(const parsers::Element& message) const {
  const auto from = message.attribute("from");
  if (!from.present() || !(message.child(ns::carbons, "received") || message.child(ns::carbons, "sent"))) return false;
  std::string scratch;
  return same_jid(from.view(scratch), std::string_view{jid}.substr(0, jid.find('/')));
}

void ClientStream::Impl::answer(const parsers::Element& iq, std::string& out) {
  const auto mark = out.size();
  if (!is_well_formed_request(iq)) {
    append_iq_error(out, iq, bad_request);
  } else if (xep0199::is_ping(iq) || is_roster_push(iq, own())) {
    append_iq_result(out, iq);
  } else {
    append_iq_error(out, iq, service_unavailable);
  }
  count_sent(out, mark);
}

Reaction ClientStream::Impl::on_answer(const parsers::Element& iq, TimePoint now, std::string& out) {
  const auto number = pending.take(iq, own());
  if (number == 0) return std::nullopt;
  if (login && number == login->request) return on_login_answer(iq, now, out);
  auto event = stanza_event(ClientEventKind::iq_answer, iq, stage);
  event.request = number;
  return event;
}

Reaction ClientStream::Impl::on_login_answer(const parsers::Element& iq, TimePoint now, std::string& out) {
  const bool is_error = iq_type(iq) == IqType::error;
  const auto error = is_error ? read_stanza_error(iq) : PeerError{};
  if (state == ClientState::iq_auth_fields || state == ClientState::iq_auth) {
    if (is_error) return fail_and_close(out, session_errc::auth_failed, error.condition, error.text);
    return state == ClientState::iq_auth ? on_iq_auth_answer(now, out) : on_iq_auth_fields(iq, now, out);
  }
  if (state == ClientState::bind) {
    return is_error ? fail_and_close(out, session_errc::bind_failed, error.condition, error.text)
                    : on_bound(iq, now, out);
  }
  if (state == ClientState::session && is_error) {
    return fail_and_close(out, session_errc::session_failed, error.condition, error.text);
  }
  return go_on(now, out);  // a server without rosters or carbons can still be used
}

Reaction ClientStream::Impl::on_bound(const parsers::Element& iq, TimePoint now, std::string& out) {
  const auto bind = iq.child(ns::bind, "bind");
  const auto element = bind ? bind.child(ns::bind, "jid") : parsers::Element{};
  std::string scratch;
  return use_jid(element ? element.text(scratch) : std::string_view{}, now, out);
}

Reaction ClientStream::Impl::use_jid(std::string_view text, TimePoint now, std::string& out) {
  const auto parsed = Jid::parse(text);
  if (!parsed || parsed->is_bare()) return fail_and_close(out, session_errc::bind_failed, {}, text);
  jid.assign(text);
  jid.shrink_to_fit();
  return go_on(now, out);
}

Reaction ClientStream::Impl::go_on(TimePoint now, std::string& out) {
  const bool enters_session = state == ClientState::bind;
  if (!ask_next(now, out)) return go_online(out);
  return enters_session ? enter(Stage::session) : std::nullopt;
}

/// Asks for the next thing that a session needs or may have, in the order of ClientState; false if nothing is left.
bool ClientStream::Impl::ask_next(TimePoint now, std::string& out) {
  const auto& features = login->features;
  if (state < ClientState::session && features.session_required) {
    ask(ClientState::session, "set", "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>", now, out);
  } else if (state < ClientState::management && config->stream_management && features.stream_management && !managed) {
    append_enable(out);
    state = ClientState::management;
    arm(now);
  } else if (state < ClientState::carbons && config->carbons && !login->carbons) {
    ask(ClientState::carbons, "set", "<enable xmlns='urn:xmpp:carbons:2'/>", now, out);
  } else if (state < ClientState::roster && config->fetch_roster) {
    ask(ClientState::roster, "get", "<query xmlns='jabber:iq:roster'/>", now, out);
  } else {
    return false;
  }
  return true;
}

Reaction ClientStream::Impl::go_online(std::string& out, bool resumed) {
  const auto mark = out.size();
  if (config->send_presence && !resumed) append_presence(out);
  if (!resumed) count_sent(out, mark);
  const bool has_state = login->features.client_state || login->features.inline_client_state;
  if (config->client_state && has_state) out.append("<inactive xmlns='").append(ns::client_state).append("'/>");
  state = ClientState::online;
  stage = Stage::online;
  login.reset();
  pending.shrink();
  ClientEvent event;
  event.kind = ClientEventKind::online;
  event.stage = Stage::online;
  event.resumed = resumed;
  return event;
}

}  // namespace squall::xmpp
