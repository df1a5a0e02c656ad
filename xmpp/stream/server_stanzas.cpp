#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/stream/detail/server_impl.hpp"
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
  login->bind_id = iq.attribute("id").str();
  state = ServerState::binding;
  ServerEvent event;
  event.kind = ServerEventKind::bind;
  event.element = iq;
  event.resource = login->resource;
  return event;
}

void ServerStream::Impl::bound(std::string_view full_jid, std::string& out) {
  if (state != ServerState::binding) return;
  jid = full_jid;
  out += "<iq type='result'";
  xml::append_attribute(out, "id", login->bind_id);
  out.append("><bind xmlns='").append(ns::bind).append("'><jid>");
  xml::append_text(out, full_jid);
  out += "</jid></bind></iq>";
  state = ServerState::bound;
  login.reset();
}

void ServerStream::Impl::refuse_bind(std::string_view condition, std::string& out) {
  if (state != ServerState::binding) return;
  out += "<iq type='error'";
  xml::append_attribute(out, "id", login->bind_id);
  out += '>';
  append_error(out, {usual_error_type(condition), condition});
  out += "</iq>";
  state = ServerState::unbound;
}

Reaction ServerStream::Impl::on_stanza(const parsers::Item& item, std::string& out) {
  const auto kind = stanza_kind(item.element);
  if (kind == StanzaKind::none) return fail_stream(out, session_errc::unexpected_element, "unsupported-stanza-type");
  if (!is_sent_by_us(item.element.attribute("from"))) {
    return fail_stream(out, session_errc::unexpected_element, "invalid-from");
  }
  if (kind == StanzaKind::iq) return on_iq(item, out);
  return stanza_event(kind == StanzaKind::message ? ServerEventKind::message : ServerEventKind::presence, item);
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
