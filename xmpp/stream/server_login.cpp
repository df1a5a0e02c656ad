#include <utility>

#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/stream/detail/server_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"

// A server's part in a login, up to authentication. Spec: RFC 6120 sections 4.7 (headers), 4.9 (errors), 5 (TLS).

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ServerEvent>;

}  // namespace

/// The stream error that a header deserves, or empty.
std::string_view ServerStream::Impl::header_fault(const parsers::Element& header) const {
  if (header.local() != "stream") return "bad-format";
  if (!is_stream_header(header)) return "invalid-namespace";
  if (!header.attribute("to").present()) return "improper-addressing";
  if (!is_for_server(header.attribute("to"))) return "host-unknown";
  return has_supported_version(header) ? "" : "unsupported-version";
}

Reaction ServerStream::Impl::on_header(const parsers::Element& header, std::string& out) {
  if (state == ServerState::closing) return std::nullopt;
  if (state != ServerState::header && state != ServerState::restart_header) {
    return fail_stream(out, session_errc::unexpected_element, "bad-format");
  }
  if (const auto fault = header_fault(header); !fault.empty()) {
    const bool is_version = fault == "unsupported-version";
    const bool is_foreign = fault == "bad-format" || fault == "invalid-namespace";
    return fail_stream(out,
                       is_version   ? session_errc::unsupported_version
                       : is_foreign ? session_errc::not_xmpp
                                    : session_errc::stream_error,
                       fault);
  }
  std::string scratch;
  const auto from = Jid::parse(header.attribute("from").view(scratch));
  send_header(from ? from->bare() : std::string_view{}, out);
  state = state == ServerState::header ? ServerState::auth : ServerState::unbound;
  send_features(out);
  return std::nullopt;
}

void ServerStream::Impl::send_header(std::string_view to, std::string& out) {
  append_header(out, {.to = to, .from = config->domain, .id = stream_id});
  header_sent = true;
}

void ServerStream::Impl::send_features(std::string& out) {
  out += "<stream:features>";
  if (state == ServerState::auth && !login->secured && config->tls != ServerTls::off) {
    out.append("<starttls xmlns='").append(ns::tls);
    out += config->tls == ServerTls::required ? "'><required/></starttls>" : "'/>";
  }
  if (state == ServerState::auth && !lacks_required_tls()) {
    append_mechanisms(out);
    if (config->sasl2) append_authentication(out);
    if (offers_plus()) append_bindings(out);
    if (offers_iq_auth()) out.append("<auth xmlns='").append(ns::iq_auth_feature).append("'/>");
    if (config->registration) out.append("<register xmlns='").append(ns::iq_register_feature).append("'/>");
  } else if (state == ServerState::unbound) {
    out.append("<bind xmlns='").append(ns::bind).append("'/>");
    if (config->offer_session) out.append("<session xmlns='").append(ns::session).append("'><optional/></session>");
  }
  const bool is_authenticated = state == ServerState::unbound || state == ServerState::bound;
  if (is_authenticated && config->stream_management && !received) {
    out.append("<sm xmlns='").append(ns::stream_management).append("'/>");
  }
  if (is_authenticated && config->client_state) out.append("<csi xmlns='").append(ns::client_state).append("'/>");
  out += "</stream:features>";
}

Reaction ServerStream::Impl::on_login_element(const parsers::Element& element, std::string& out) {
  if (element.is(ns::sasl, "auth")) return on_auth(element, out);
  if (config->sasl2 && element.is(ns::sasl2, "authenticate")) return on_authenticate(element, out);
  if (element.is(sasl_ns(), "response")) return on_response(element, out);
  if (element.is(sasl_ns(), "abort")) return fail_auth("aborted", out);
  if (stanza_kind(element) == StanzaKind::iq && state == ServerState::auth) return on_early_iq(element, out);
  if (element.is(ns::tls, "starttls")) return start_tls(out);
  const bool is_stanza = stanza_kind(element) != StanzaKind::none;
  return fail_stream(out, session_errc::unexpected_element, is_stanza ? "not-authorized" : "unsupported-stanza-type");
}

bool ServerStream::Impl::lacks_required_tls() const {
  return config->tls == ServerTls::required && !login->secured;
}

/// RFC 6120 section 5.4.2: <proceed/>, or <failure/> and the end of the stream.
Reaction ServerStream::Impl::start_tls(std::string& out) {
  if (config->tls == ServerTls::off || login->secured || state != ServerState::auth) {
    out.append("<failure xmlns='").append(ns::tls).append("'/>").append(stream_end);
    fail(session_errc::unexpected_element);
    return std::nullopt;
  }
  out.append("<proceed xmlns='").append(ns::tls).append("'/>");
  parser->discard();
  state = ServerState::tls_handshake;
  ServerEvent event;
  event.kind = ServerEventKind::start_tls;
  return event;
}

/// A new stream begins, with an id of its own (RFC 6120 sections 4.7.3 and 5.4.3.3).
void ServerStream::Impl::secure(sasl::ChannelBinding binding) {
  parser->discard();
  login->secured = true;
  login->binding = std::move(binding);
  stream_id += 't';
  header_sent = false;
  state = ServerState::header;
}

}  // namespace squall::xmpp
