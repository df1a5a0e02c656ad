#include "xmpp/stream/client_stream.hpp"

#include <utility>

#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/presence.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"

namespace squall::xmpp {

ClientStream::Impl::Impl(const ClientConfig& the_config, Credentials credentials, parsers::Workspace& workspace)
    : config(&the_config), parser(the_config.limits, workspace), login(std::make_unique<Login>()) {
  login->credentials = credentials;
  login->bare_jid.append(credentials.user).append("@").append(the_config.domain);
}

ClientEvent ClientStream::Impl::next(TimePoint now, std::string& out) {
  while (!is_over()) {
    const auto item = parser.next();
    if (item.kind == parsers::ItemKind::need_more) return {};
    if (const auto event = on_item(item, now, out)) return *event;
  }
  return report();
}

ClientStream::Impl::Reaction ClientStream::Impl::on_item(const parsers::Item& item, TimePoint now, std::string& out) {
  switch (item.kind) {
    case parsers::ItemKind::stanza:
      return on_element(item.element, now, out);
    case parsers::ItemKind::stream_open:
      return on_header(item.element, now, out);
    case parsers::ItemKind::stream_close:
      return on_peer_closed(out);
    case parsers::ItemKind::error:
      return on_xml_error(item.error.code, out);
    case parsers::ItemKind::need_more:
      break;
  }
  return std::nullopt;
}

ClientStream::Impl::Reaction ClientStream::Impl::on_element(const parsers::Element& element, TimePoint now,
                                                            std::string& out) {
  if (const auto error = read_stream_error(element)) return on_stream_error(*error, out);
  const bool is_bound = state >= ClientState::resume && state <= ClientState::closing;
  if (is_bound && element.ns() == ns::stream_management) return on_management(element, now, out);
  switch (state) {
    case ClientState::features:
      return on_features(element, now, out);
    case ClientState::tls_proceed:
      return on_tls_answer(element, now, out);
    case ClientState::sasl:
      return on_sasl(element, now, out);
    case ClientState::restart_features:
      return on_restart_features(element, now, out);
    case ClientState::iq_auth_fields:
    case ClientState::iq_auth:
    case ClientState::resume:
    case ClientState::bind:
    case ClientState::session:
    case ClientState::management:
    case ClientState::carbons:
    case ClientState::roster:
    case ClientState::online:
    case ClientState::closing:
      return on_stanza(element, now, out);
    case ClientState::idle:
    case ClientState::header:
    case ClientState::restart_header:
    case ClientState::tls_handshake:
    case ClientState::closed:
    case ClientState::failed:
      break;
  }
  return fail_and_close(out, session_errc::unexpected_element);
}

ClientStream::Impl::Reaction ClientStream::Impl::on_peer_closed(std::string& out) {
  if (state != ClientState::closing) return fail_and_close(out, session_errc::stream_closed);
  state = ClientState::closed;
  stage = Stage::closed;
  return std::nullopt;
}

ClientStream::Impl::Reaction ClientStream::Impl::on_xml_error(parsers::parse_errc code, std::string& out) {
  const auto condition = parsers::stream_condition(code);
  if (may_speak()) append_stream_error(out, condition);
  return fail_and_close(out, session_errc::xml_error, condition);
}

ClientStream::Impl::Reaction ClientStream::Impl::on_stream_error(const PeerError& error, std::string& out) {
  return fail_and_close(out, session_errc::stream_error, error.condition, error.text);
}

bool ClientStream::Impl::may_speak() const {
  return header_sent && state != ClientState::closing && state != ClientState::tls_handshake && !is_over();
}

void ClientStream::Impl::open(TimePoint now, std::string& out, ClientState next_state) {
  append_header(out, {.to = config->domain});
  header_sent = true;
  state = next_state;
  arm(now);
}

void ClientStream::Impl::close(std::string& out) {
  if (is_over() || state == ClientState::closing) return;
  const auto mark = out.size();
  if (state == ClientState::online) append_presence(out, PresenceType::unavailable);
  count_sent(out, mark);
  if (may_speak()) out += stream_end;
  state = may_speak() ? ClientState::closing : ClientState::closed;
  stage = Stage::closed;
  login.reset();
}

ClientEvent ClientStream::Impl::report() {
  if (std::exchange(reported, true)) return {};
  ClientEvent event;
  event.kind = state == ClientState::failed ? ClientEventKind::failed : ClientEventKind::closed;
  event.stage = stage;
  return event;
}

void ClientStream::Impl::fail(session_errc code, std::string_view condition, std::string_view text) {
  if (is_over()) return;
  why = std::make_unique<Failure>(make_failure(stage, code, condition, text));
  state = ClientState::failed;
  login.reset();
}

ClientStream::Impl::Reaction ClientStream::Impl::fail_and_close(std::string& out, session_errc code,
                                                                std::string_view condition, std::string_view text) {
  if (may_speak()) out += stream_end;
  fail(code, condition, text);
  return std::nullopt;
}

ClientStream::ClientStream(const ClientConfig& config, Credentials credentials, parsers::Workspace& workspace)
    : impl_(std::make_unique<Impl>(config, credentials, workspace)) {}
ClientStream::~ClientStream() = default;
ClientStream::ClientStream(ClientStream&&) noexcept = default;
ClientStream& ClientStream::operator=(ClientStream&&) noexcept = default;

void ClientStream::start(TimePoint now, std::string& out, bool secured, sasl::ChannelBinding binding) {
  impl_->login->secured = secured;
  impl_->login->binding = std::move(binding);
  impl_->open(now, out, ClientState::header);
}

void ClientStream::tls_established(TimePoint now, std::string& out, sasl::ChannelBinding binding) {
  if (impl_->state != ClientState::tls_handshake) return;
  impl_->parser.discard();
  impl_->login->secured = true;
  impl_->login->binding = std::move(binding);
  impl_->stage = Stage::stream;
  impl_->open(now, out, ClientState::header);
}

void ClientStream::feed(std::string_view bytes) {
  // What arrives in clear between <proceed/> and TLS is nobody's.
  if (!impl_->is_over() && impl_->state != ClientState::tls_handshake) impl_->parser.feed(bytes);
}

ClientEvent ClientStream::next(TimePoint now, std::string& out) {
  return impl_->next(now, out);
}

void ClientStream::connection_lost(session_errc code, std::string_view text) {
  impl_->fail(code, {}, text);
}

std::optional<TimePoint> ClientStream::deadline() const {
  const bool waits = impl_->login && impl_->state != ClientState::idle;
  return waits ? std::optional{impl_->login->deadline} : std::nullopt;
}

void ClientStream::expire(TimePoint now) {
  const auto due = deadline();
  if (!due || now < *due) return;
  impl_->fail(impl_->login->version_missing ? session_errc::unsupported_version : session_errc::timed_out);
}

std::uint32_t ClientStream::request(std::string_view type, std::string_view to, std::string_view payload,
                                    std::string& out) {
  return is_online() ? impl_->request(type, to, payload, out) : 0;
}

void ClientStream::close(std::string& out) {
  impl_->close(out);
}

void ClientStream::resume(std::unique_ptr<ManagedSession> session) {
  impl_->resumable = std::move(session);
}

bool ClientStream::is_managed() const {
  return impl_->managed != nullptr;
}

bool ClientStream::has_room() const {
  return !impl_->managed || impl_->managed->unacked.has_room();
}

void ClientStream::sent(std::string_view stanza, std::string& out) {
  impl_->note_sent(stanza, out);
}

std::unique_ptr<ManagedSession> ClientStream::take_session() {
  return impl_->take_session();
}

Stage ClientStream::stage() const {
  return impl_->stage;
}

bool ClientStream::is_online() const {
  return impl_->state == ClientState::online;
}

const Failure& ClientStream::failure() const {
  static const Failure none;
  return impl_->why ? *impl_->why : none;
}

std::string_view ClientStream::jid() const {
  return impl_->jid;
}

std::uint64_t ClientStream::sasl_rounds() const {
  return impl_->sasl_rounds;
}

}  // namespace squall::xmpp
