#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/stream/detail/server_impl.hpp"
#include "xmpp/stream/stream_management.hpp"
#include "xmpp/xep/xep0199_ping.hpp"
#include "xmpp/xml.hpp"

// Binding and what follows it. Spec: RFC 6120 sections 7, 8 and 10.

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ServerEvent>;

ServerEvent stanza_event(ServerEventKind kind, const parsers::Item& item) {
  ServerEvent event;
  event.kind = kind;
  event.element = item.element;
  event.bytes = item.bytes;
  return event;
}

bool is_set_of(const parsers::Element& iq, std::string_view ns, std::string_view local) {
  return iq_type(iq) == IqType::set && iq.child(ns, local);
}

}  // namespace

Reaction ServerStream::Impl::on_unbound(const parsers::Element& element, std::string& out) {
  if (on_extension(element, out)) return std::nullopt;
  const auto kind = stanza_kind(element);
  if (kind == StanzaKind::none) return fail_stream(out, session_errc::unexpected_element, "unsupported-stanza-type");
  const bool is_bind = kind == StanzaKind::iq && is_set_of(element, ns::bind, "bind");
  if (!is_bind || state != ServerState::unbound) {
    return fail_stream(out, session_errc::unexpected_element, "not-authorized");
  }
  return on_bind(element, out);
}

Reaction ServerStream::Impl::on_bind(const parsers::Element& iq, std::string& out) {
  std::string scratch;
  const auto resource = iq.child(ns::bind, "bind").child(ns::bind, "resource");
  login->resource = resource ? resource.text(scratch) : std::string_view{};
  if (!is_well_formed_request(iq) || (!login->resource.empty() && !is_resourcepart(login->resource))) {
    append_iq_error(out, iq, bad_request);
    return std::nullopt;
  }
  return ask_for_resource(iq, BindForm::iq);
}

/// `element`: the request, if it is an IQ.
ServerEvent ServerStream::Impl::ask_for_resource(const parsers::Element& element, BindForm form) {
  login->bind_form = form;
  if (element) login->bind_id = element.attribute("id").str();
  state = ServerState::binding;
  ServerEvent event;
  event.kind = ServerEventKind::bind;
  event.element = element;
  event.resource = login->resource;
  return event;
}

void ServerStream::Impl::bound(std::string_view full_jid, std::string& out) {
  if (state != ServerState::binding) return;
  jid = full_jid;
  if (login->bind_form == BindForm::bind2) {
    append_success2(full_jid, true, out);
  } else {
    out += "<iq type='result'";
    xml::append_attribute(out, "id", login->bind_id);
    if (login->bind_form == BindForm::iq_auth) {
      out += "/>";
    } else {
      out.append("><bind xmlns='").append(ns::bind).append("'><jid>");
      xml::append_text(out, full_jid);
      out += "</jid></bind></iq>";
    }
  }
  state = ServerState::bound;
  login.reset();
}

void ServerStream::Impl::refuse_bind(std::string_view condition, std::string& out) {
  if (state != ServerState::binding) return;
  if (login->bind_form == BindForm::bind2) return append_success2(user + "@" + config->domain, false, out);
  out += "<iq type='error'";
  xml::append_attribute(out, "id", login->bind_id);
  out += '>';
  append_error(out, {usual_error_type(condition), condition});
  out += "</iq>";
  state = login->bind_form == BindForm::iq_auth ? ServerState::auth : ServerState::unbound;
}

Reaction ServerStream::Impl::on_stanza(const parsers::Item& item, std::string& out) {
  const auto kind = stanza_kind(item.element);
  if (kind == StanzaKind::none) {
    if (on_extension(item.element, out)) return std::nullopt;
    return fail_stream(out, session_errc::unexpected_element, "unsupported-stanza-type");
  }
  if (received) ++*received;
  if (!is_sent_by_us(item.element.attribute("from"))) {
    return fail_stream(out, session_errc::unexpected_element, "invalid-from");
  }
  if (kind == StanzaKind::iq) return on_iq(item, out);
  return stanza_event(kind == StanzaKind::message ? ServerEventKind::message : ServerEventKind::presence, item);
}

/// XEP-0198 sections 3 to 5, XEP-0352 section 4.1. Sessions are not kept, so none can be resumed.
bool ServerStream::Impl::on_extension(const parsers::Element& element, std::string& out) {
  const auto name = element.local();
  if (config->client_state && element.ns() == ns::client_state && state == ServerState::bound) {
    return name == "active" || name == "inactive";
  }
  if (!config->stream_management || element.ns() != ns::stream_management) return false;
  if (name == "enable" && state == ServerState::bound && !received) {
    received = 0;
    out.append("<enabled xmlns='").append(ns::stream_management).append("'/>");
  } else if (name == "enable" || name == "resume") {
    out.append("<failed xmlns='").append(ns::stream_management).append("'><");
    out.append(name == "resume" ? "item-not-found" : "unexpected-request");
    out.append(" xmlns='").append(ns::stanza_errors).append("'/></failed>");
  } else if (name == "r" && received) {
    append_ack(out, *received);
  } else {
    return name == "a";
  }
  return true;
}

Reaction ServerStream::Impl::on_iq(const parsers::Item& item, std::string& out) {
  const auto& iq = item.element;
  const auto to = iq.attribute("to");
  if (is_answer(iq_type(iq))) return stanza_event(ServerEventKind::iq, item);
  if (!is_well_formed_request(iq)) {
    append_iq_error(out, iq, bad_request, true);
  } else if (to.present() && !is_for_server(to)) {
    return stanza_event(ServerEventKind::iq, item);
  } else if (xep0199::is_ping(iq) || is_set_of(iq, ns::session, "session")) {
    append_iq_result(out, iq, {}, true);
  } else if (is_set_of(iq, ns::bind, "bind")) {
    append_iq_error(out, iq, not_allowed, true);  // one resource a stream
  } else {
    return stanza_event(ServerEventKind::iq, item);
  }
  return std::nullopt;
}

/// RFC 6120 section 8.1.2.1: a client's `from` is its full or bare JID, if it gives one.
bool ServerStream::Impl::is_sent_by_us(const parsers::Text& from) const {
  if (!from.present() || from == jid) return true;
  std::string scratch;
  const auto sender = from.view(scratch);
  return same_jid(sender, jid) || same_jid(sender, std::string_view{jid}.substr(0, jid.find('/')));
}

bool ServerStream::Impl::is_for_server(const parsers::Text& to) const {
  if (to == config->domain) return true;
  std::string scratch;
  return same_jid(to.view(scratch), config->domain);
}

}  // namespace squall::xmpp
