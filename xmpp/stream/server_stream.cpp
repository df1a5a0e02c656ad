#include "xmpp/stream/server_stream.hpp"

#include <utility>

#include "xmpp/stream/detail/server_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"

namespace squall::xmpp {
namespace {

Stage stage_of(ServerState state) {
  switch (state) {
    case ServerState::header:
      return Stage::stream;
    case ServerState::tls_handshake:
      return Stage::tls;
    case ServerState::auth:
    case ServerState::sasl:
      return Stage::auth;
    case ServerState::restart_header:
    case ServerState::unbound:
    case ServerState::binding:
      return Stage::bind;
    case ServerState::bound:
      return Stage::online;
    case ServerState::closing:
    case ServerState::closed:
    case ServerState::failed:
      break;
  }
  return Stage::closed;
}

}  // namespace

ServerStream::Impl::Impl(const ServerConfig& the_config, std::string id, std::unique_ptr<parsers::Parser> the_parser)
    : config(&the_config), parser(std::move(the_parser)), login(std::make_unique<Login>()), stream_id(std::move(id)) {}

ServerEvent ServerStream::Impl::next(std::string& out) {
  while (!is_over()) {
    const auto item = parser->next();
    if (item.kind == parsers::ItemKind::need_more) return {};
    if (const auto event = on_item(item, out)) return *event;
  }
  return report();
}

ServerStream::Impl::Reaction ServerStream::Impl::on_item(const parsers::Item& item, std::string& out) {
  switch (item.kind) {
    case parsers::ItemKind::stanza:
      return on_element(item, out);
    case parsers::ItemKind::stream_open:
      return on_header(item.element, out);
    case parsers::ItemKind::stream_close:
      return on_peer_closed(out);
    case parsers::ItemKind::error:
      return fail_stream(out, session_errc::xml_error, parsers::stream_condition(item.error.code));
    case parsers::ItemKind::need_more:
      break;
  }
  return std::nullopt;
}

ServerStream::Impl::Reaction ServerStream::Impl::on_element(const parsers::Item& item, std::string& out) {
  if (state == ServerState::closing) return std::nullopt;
  if (const auto error = read_stream_error(item.element)) {
    if (header_sent) out += stream_end;
    fail(session_errc::stream_error, error->condition, error->text);
    return std::nullopt;
  }
  switch (state) {
    case ServerState::auth:
    case ServerState::sasl:
      return on_login_element(item.element, out);
    case ServerState::unbound:
    case ServerState::binding:
      return on_unbound(item.element, out);
    case ServerState::bound:
      return on_stanza(item, out);
    default:
      return fail_stream(out, session_errc::unexpected_element, "bad-format");
  }
}

ServerStream::Impl::Reaction ServerStream::Impl::on_peer_closed(std::string& out) {
  if (state != ServerState::closing && header_sent) out += stream_end;
  state = ServerState::closed;
  login.reset();
  return std::nullopt;
}

ServerEvent ServerStream::Impl::report() {
  if (std::exchange(reported, true)) return {};
  ServerEvent event;
  event.kind = state == ServerState::failed ? ServerEventKind::failed : ServerEventKind::closed;
  return event;
}

void ServerStream::Impl::fail(session_errc code, std::string_view condition, std::string_view text) {
  if (is_over()) return;
  why = std::make_unique<Failure>(make_failure(stage_of(state), code, condition, text));
  state = ServerState::failed;
  login.reset();
}

ServerStream::Impl::Reaction ServerStream::Impl::fail_stream(std::string& out, session_errc code,
                                                             std::string_view condition) {
  if (may_speak()) {
    if (!header_sent) send_header({}, out);  // RFC 6120 section 4.9.1.2
    append_stream_error(out, condition);
    out += stream_end;
  }
  fail(code, condition);
  return std::nullopt;
}

void ServerStream::Impl::close_with(std::string_view condition, std::string& out) {
  if (is_over() || state == ServerState::closing) return;
  if (may_speak()) {
    if (!header_sent) send_header({}, out);
    append_stream_error(out, condition);
  }
  close(out);
}

void ServerStream::Impl::close(std::string& out) {
  if (is_over() || state == ServerState::closing) return;
  const bool is_open = header_sent && may_speak();
  if (is_open) out += stream_end;
  state = is_open ? ServerState::closing : ServerState::closed;
  login.reset();
}

ServerStream::ServerStream(const ServerConfig& config, std::string stream_id, std::unique_ptr<parsers::Parser> parser)
    : impl_(std::make_unique<Impl>(config, std::move(stream_id), std::move(parser))) {}
ServerStream::~ServerStream() = default;
ServerStream::ServerStream(ServerStream&&) noexcept = default;
ServerStream& ServerStream::operator=(ServerStream&&) noexcept = default;

void ServerStream::start(TimePoint now, bool secured, sasl::ChannelBinding binding) {
  impl_->login->deadline = now + impl_->config->login_timeout;
  impl_->login->secured = secured;
  impl_->login->binding = std::move(binding);
}

void ServerStream::tls_established(TimePoint, sasl::ChannelBinding binding) {
  if (impl_->state == ServerState::tls_handshake) impl_->secure(std::move(binding));
}

void ServerStream::feed(std::string_view bytes) {
  // What arrives in clear between <proceed/> and TLS is nobody's.
  if (!impl_->is_over() && impl_->state != ServerState::tls_handshake) impl_->parser->feed(bytes);
}

ServerEvent ServerStream::next(TimePoint, std::string& out) {
  return impl_->next(out);
}

void ServerStream::bound(std::string_view full_jid, std::string& out) {
  impl_->bound(full_jid, out);
}

void ServerStream::refuse_bind(std::string_view condition, std::string& out) {
  impl_->refuse_bind(condition, out);
}

void ServerStream::connection_lost(session_errc code, std::string_view text) {
  impl_->fail(code, {}, text);
}

std::optional<TimePoint> ServerStream::deadline() const {
  return impl_->login ? std::optional{impl_->login->deadline} : std::nullopt;
}

void ServerStream::expire(TimePoint now, std::string& out) {
  if (impl_->login && now >= impl_->login->deadline) {
    impl_->fail_stream(out, session_errc::timed_out, "connection-timeout");
  }
}

void ServerStream::close_with(std::string_view condition, std::string& out) {
  impl_->close_with(condition, out);
}

void ServerStream::close(std::string& out) {
  impl_->close(out);
}

bool ServerStream::is_bound() const {
  return impl_->state == ServerState::bound;
}

std::string_view ServerStream::user() const {
  return impl_->user;
}

std::string_view ServerStream::jid() const {
  return impl_->jid;
}

const Failure& ServerStream::failure() const {
  static const Failure none;
  return impl_->why ? *impl_->why : none;
}

}  // namespace squall::xmpp
