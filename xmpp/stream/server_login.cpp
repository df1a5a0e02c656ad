#include <algorithm>
#include <utility>

#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/base64.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/stream/detail/server_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"

// A server's part in a login. Spec: RFC 6120 sections 4.7 (headers), 4.9 (errors), 6 (SASL).

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ServerEvent>;

constexpr std::size_t max_response_bytes = 4096;  // base64

void append_sasl(std::string& out, std::string_view element, std::string_view data) {
  out.append("<").append(element).append(" xmlns='").append(ns::sasl).append("'>");
  sasl::append_base64(out, data);
  out.append("</").append(element).append(">");
}

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
    out.append("<mechanisms xmlns='").append(ns::sasl).append("'>");
    for (const auto mechanism : config->mechanisms) {
      out.append("<mechanism>").append(sasl::to_string(mechanism)).append("</mechanism>");
    }
    out += "</mechanisms>";
  } else if (state == ServerState::unbound) {
    out.append("<bind xmlns='").append(ns::bind).append("'/>");
    if (config->offer_session) out.append("<session xmlns='").append(ns::session).append("'><optional/></session>");
  }
  out += "</stream:features>";
}

Reaction ServerStream::Impl::on_login_element(const parsers::Element& element, std::string& out) {
  if (element.is(ns::sasl, "auth")) return on_auth(element, out);
  if (element.is(ns::sasl, "response")) return on_response(element, out);
  if (element.is(ns::sasl, "abort")) return fail_auth("aborted", out);
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

Reaction ServerStream::Impl::on_auth(const parsers::Element& element, std::string& out) {
  std::string scratch;
  const auto wanted = sasl::mechanism(element.attribute("mechanism").view(scratch));
  const auto& offered = config->mechanisms;
  if (state == ServerState::sasl) return fail_auth("malformed-request", out);
  if (lacks_required_tls()) return fail_auth("encryption-required", out);
  if (!wanted || std::find(offered.begin(), offered.end(), *wanted) == offered.end()) {
    return fail_auth("invalid-mechanism", out);
  }
  login->mechanism =
      sasl::make_server_mechanism(*wanted, {config->credentials, config->domain, config->salt_secret,
                                            config->scram_iterations, config->nonce(), config->scram_keys});
  const auto text = element.text(scratch);
  if (!text.empty()) return respond(text, out);
  append_sasl(out, "challenge", {});  // no initial response: RFC 6120 section 6.4.2
  state = ServerState::sasl;
  return std::nullopt;
}

Reaction ServerStream::Impl::on_response(const parsers::Element& element, std::string& out) {
  if (!login->mechanism) return fail_auth("malformed-request", out);
  std::string scratch;
  return respond(element.text(scratch), out);
}

Reaction ServerStream::Impl::respond(std::string_view text, std::string& out) {
  if (text.size() > max_response_bytes) return fail_auth("malformed-request", out);
  const auto data = text == "=" ? std::optional{std::string{}} : sasl::decode_base64(text);
  return data ? on_step(login->mechanism->respond(*data), out) : fail_auth("incorrect-encoding", out);
}

Reaction ServerStream::Impl::on_step(const sasl::ServerStep& step, std::string& out) {
  switch (step.kind) {
    case sasl::ServerStep::Kind::failure:
      return fail_auth(step.condition, out);
    case sasl::ServerStep::Kind::challenge:
      append_sasl(out, "challenge", step.data);
      state = ServerState::sasl;
      break;
    case sasl::ServerStep::Kind::success:
      append_sasl(out, "success", step.data);
      user = login->mechanism->user();
      login->mechanism.reset();
      parser->reset();
      stream_id += 'r';  // RFC 6120 section 4.7.3: no id twice
      header_sent = false;
      state = ServerState::restart_header;
  }
  return std::nullopt;
}

Reaction ServerStream::Impl::fail_auth(std::string_view condition, std::string& out) {
  out.append("<failure xmlns='").append(ns::sasl).append("'><").append(condition).append("/></failure>");
  login->mechanism.reset();
  state = ServerState::auth;
  if (++login->failures < config->max_auth_attempts) return std::nullopt;
  append_stream_error(out, "policy-violation");
  out += stream_end;
  fail(session_errc::auth_failed, condition);
  return std::nullopt;
}

}  // namespace squall::xmpp
