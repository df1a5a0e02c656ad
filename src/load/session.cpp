#include "src/load/session.hpp"

#include <algorithm>
#include <utility>

#include "src/load/failure.hpp"
#include "src/net/tls_error.hpp"

namespace squall::load {
namespace {

using xmpp::ClientEventKind;
using xmpp::Failure;
using xmpp::session_errc;
using xmpp::Stage;

/// From here on, users beyond this many get a loopback source address of their own: connect() turns quadratic when the
/// ports of one address run out.
constexpr std::uint32_t users_per_source = 10'000;

/// How long an address may take to connect where another one is left to be tried.
constexpr std::chrono::seconds connect_patience{5};

xmpp::sasl::ChannelBinding binding_of(net::TlsFacts facts) {
  return {facts.is_1_3, std::move(facts.exporter), std::move(facts.unique), std::move(facts.server_end_point),
          std::move(facts.peer_identity)};
}

}  // namespace

struct Session::Login {
  std::string user, password, resource;
  net::TimePoint began;
  net::TimePoint stage_entered;
  net::TimePoint handshake_began;
  std::size_t first_endpoint = 0;
  std::size_t endpoints_tried = 0;  // from that one on
  bool stage_is_fresh = false;      // entered, but its first request is not on the wire yet
};

Session::Session(SessionContext& context, std::uint32_t local)
    : context_(context), connection_(context.network, *this), local_(local) {}

Session::~Session() = default;

void Session::log_in(net::TimePoint now) {
  const std::uint32_t number = context_.population.number(context_.population.user_of(context_.worker, local_));
  login_ = std::make_unique<Login>();
  context_.accounts.append_user(number, login_->user);
  context_.accounts.append_password(number, login_->password);
  context_.accounts.append_resource(number, login_->resource);
  login_->began = login_->stage_entered = now;
  login_->first_endpoint = context_.preferred_endpoint;
  context_.funnel.login_started();
  ++tries_;
  state_ = State::connecting;
  stage_ = Stage::connect;
  std::error_code error;
  if (!connect_next(error)) end(connect_failure(error));
}

// Starts to connect to the next endpoint that takes the attempt. If none is left, `error` keeps the last error.
bool Session::connect_next(std::error_code& error) {
  const auto& endpoints = context_.endpoints;
  while (login_->endpoints_tried < endpoints.size()) {
    const auto& target = endpoints[(login_->first_endpoint + login_->endpoints_tried++) % endpoints.size()];
    boost::asio::ip::address made;
    error = connection_.connect(target, source_for(target, made));
    if (!error) return true;
  }
  return false;
}

const boost::asio::ip::address* Session::source_for(const boost::asio::ip::tcp::endpoint& target,
                                                    boost::asio::ip::address& made) const {
  const std::uint32_t user = context_.population.user_of(context_.worker, local_);
  if (!context_.sources.empty()) return context_.sources.pick(user, target.address().is_v6());
  const std::uint32_t block = user / users_per_source;
  if (block == 0 || !target.address().is_v4() || !target.address().is_loopback()) return nullptr;
  made = boost::asio::ip::address_v4(0x7F00'0001u + block);
  return &made;
}

void Session::on_connected() {
  const net::TimePoint now = net::Clock::now();
  context_.preferred_endpoint = (login_->first_endpoint + login_->endpoints_tried - 1) % context_.endpoints.size();
  if (!context_.direct_tls) {
    enter(Stage::stream, now);
    return start_stream(now, false);
  }
  enter(Stage::tls, now);
  start_tls(now);
  if (std::exchange(ended_, false)) end(tls_failure(Stage::tls, std::make_error_code(std::errc::not_enough_memory)));
}

void Session::start_stream(net::TimePoint now, bool is_secured) {
  state_ = State::negotiating;
  stream_.emplace(context_.config, xmpp::Credentials{login_->user, login_->password, login_->resource},
                  context_.workspace);
  stream_->resume(std::move(interrupted_));
  stream_->start(now, context_.out, is_secured,
                 is_secured ? binding_of(connection_.tls()->facts()) : xmpp::sasl::ChannelBinding{});
  flush();
}

void Session::start_tls(net::TimePoint now) {
  trace(TraceDirection::note, "TLS handshake begins");
  state_ = State::securing;
  login_->handshake_began = now;
  login_->stage_is_fresh = false;
  if (!connection_.start_tls(*context_.tls)) return;
  if (stream_) stream_->connection_lost(session_errc::local_limit, "no memory for TLS");
  ended_ = true;
}

// Writes only: what came sealed behind the handshake is still to be received.
void Session::on_secured() {
  const net::TimePoint now = net::Clock::now();
  note_handshake(now);
  enter(Stage::stream, now);
  if (!stream_) return start_stream(now, true);
  state_ = State::negotiating;
  stream_->tls_established(now, context_.out, binding_of(connection_.tls()->facts()));
  flush();
}

void Session::note_handshake(net::TimePoint now) {
  const net::TlsSession& tls = *connection_.tls();
  metrics::TlsFigures& figures = context_.tls_figures;
  ++figures.handshakes;
  if (tls.is_resumed()) ++figures.resumed;
  figures.handshake_time.record((now - login_->handshake_began).count());
  if (figures.version != tls.version()) figures.version = tls.version();
  if (figures.cipher != tls.cipher()) figures.cipher = tls.cipher();
  trace(TraceDirection::note, figures.version + ", " + figures.cipher);
}

void Session::on_received(std::string_view bytes, net::Arrival arrival) {
  trace(TraceDirection::received, bytes);
  context_.owner.read_began(arrival);
  stream_->feed(bytes);
  drain_events(arrival.at);
  context_.owner.read_ended();
  finish_round();
}

void Session::drain_events(net::TimePoint at) {
  for (auto event = stream_->next(at, context_.out); event.kind != ClientEventKind::need_more;
       event = stream_->next(at, context_.out)) {
    handle(event, at);
    if (ended_) return;
  }
}

void Session::handle(const xmpp::ClientEvent& event, net::TimePoint at) {
  switch (event.kind) {
    case ClientEventKind::message:
      return context_.owner.message_received(*this, event.element);
    case ClientEventKind::stage:
      return enter(event.stage, at);
    case ClientEventKind::start_tls:
      return start_tls(net::Clock::now());
    case ClientEventKind::online:
      return become_online(at);
    case ClientEventKind::failed:
    case ClientEventKind::closed:
      ended_ = true;
      return;
    default:
      return context_.owner.other_received();
  }
}

void Session::enter(Stage stage, net::TimePoint at) {
  if (login_) {
    context_.funnel.stage_left(stage_, (at - login_->stage_entered).count());
    login_->stage_entered = at;
    login_->stage_is_fresh = true;
  }
  stage_ = stage;
}

void Session::become_online(net::TimePoint at) {
  enter(Stage::online, at);
  context_.funnel.login_completed((at - login_->began).count(), !was_online_);
  was_online_ = true;
  state_ = State::online;
  login_.reset();
  if (context_.network.quick_ack) connection_.quick_ack(false);
  context_.owner.session_online(*this);
}

// Sends what the stream wants sent, then looks whether it came to its end.
void Session::finish_round() {
  flush();
  if (!std::exchange(ended_, false) || state_ == State::closing) return;
  end(Failure{stream_->failure()});
}

void Session::flush() {
  if (context_.out.empty()) return;
  trace(TraceDirection::sent, context_.out);
  // Before the write: the answer may be there before the write has returned.
  if (login_ && std::exchange(login_->stage_is_fresh, false)) login_->stage_entered = net::Clock::now();
  connection_.write(context_.out);
  context_.out.clear();
}

void Session::on_closed(std::error_code error) {
  trace(TraceDirection::note, error ? error.message() : "the server closed the connection");
  if (untaken_) context_.owner.message_untaken(*this);
  untaken_ = false;
  if (state_ == State::connecting) return connect_failed(error);
  if (state_ == State::securing || net::is_tls_error(error)) return end(tls_failure(stage_, error));
  if (!stream_) return;
  stream_->connection_lost(session_errc::connection_lost, error ? error.message() : "");
  drain_events(net::Clock::now());
  context_.out.clear();
  ended_ = false;
  end(Failure{stream_->failure()});
}

void Session::connect_failed(std::error_code error) {
  if (!connect_next(error)) end(connect_failure(error));
}

void Session::end(const Failure& failure) {
  const bool had_been_online = state_ == State::online;
  const bool in_order = state_ == State::closing;
  if (stage_ == Stage::tls) ++context_.tls_figures.failed;
  connection_.close();
  if (stream_) interrupted_ = stream_->take_session();
  stream_.reset();
  login_.reset();
  state_ = State::idle;
  if (in_order) return context_.owner.session_closed();
  const auto error = context_.funnel.number_of(failure);
  if (first_error_ == metrics::FunnelRecorder::no_error) first_error_ = error;
  our_fault_ = failure.code == session_errc::local_limit;
  stage_ = had_been_online ? Stage::closed : failure.stage;
  if (tries_ == 1 && !had_been_online) context_.funnel.first_try_failed(failure.stage, error);
  context_.owner.session_failed(*this);
}

void Session::expire(net::TimePoint now) {
  switch (state_) {
    case State::connecting:
      if (now < login_->stage_entered + connect_time()) return;
      login_->stage_entered = now;
      return connect_failed(std::make_error_code(std::errc::timed_out));
    case State::securing:
      if (now < login_->handshake_began + context_.config.step_timeout) return;
      return end({Stage::tls, session_errc::timed_out, {}, {}});
    case State::negotiating:
      return expire_step(now);
    default:
      return;
  }
}

std::chrono::nanoseconds Session::connect_time() const {
  const std::chrono::nanoseconds whole = context_.config.step_timeout;
  const bool is_last = login_->endpoints_tried == context_.endpoints.size();
  return is_last ? whole : std::min<std::chrono::nanoseconds>(whole, connect_patience);
}

void Session::expire_step(net::TimePoint now) {
  const auto deadline = stream_->deadline();
  if (!deadline || now < *deadline) return;
  stream_->expire(now);
  drain_events(now);
  finish_round();
}

void Session::abandon() {
  if (!is_logging_in()) return;
  connection_.close(true);
  stream_.reset();
  login_.reset();
  state_ = State::idle;
}

void Session::log_out() {
  if (state_ != State::online) return;
  state_ = State::closing;
  stream_->close(context_.out);
  flush();
}

void Session::cut() {
  connection_.close(true);
  stream_.reset();
  login_.reset();
  state_ = State::idle;
}

std::optional<metrics::UnsentReason> Session::send(std::string_view xml) {
  if (state_ != State::online) return metrics::UnsentReason::not_online;
  // Nothing queues up behind a server that does not read: an open loop would hold back without end.
  if (connection_.held_back() > 0 || !stream_->has_room()) return metrics::UnsentReason::blocked;
  trace(TraceDirection::sent, xml);
  const auto outcome = connection_.write(xml);
  if (outcome == net::WriteOutcome::refused) return metrics::UnsentReason::aborted;
  if (outcome == net::WriteOutcome::withheld) untaken_ = true;
  if (stream_->is_managed()) count_sent(xml);
  return std::nullopt;
}

/// Stream management keeps what it counts; a request for acknowledgement follows at times.
void Session::count_sent(std::string_view xml) {
  stream_->sent(xml, context_.out);
  flush();
}

void Session::trace(TraceDirection direction, std::string_view xml) const {
  if (context_.trace == nullptr || local_ != context_.traced_local) return;
  (*context_.trace)(direction, direction == TraceDirection::sent ? mask_secrets(xml) : std::string(xml));
}

}  // namespace squall::load
