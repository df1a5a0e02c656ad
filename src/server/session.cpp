#include "src/server/session.hpp"

#include <fmt/format.h>

#include "src/net/tls_error.hpp"
#include "src/server/fault_router.hpp"

namespace squall::server {
namespace {

constexpr std::chrono::seconds closing_patience{2};

}  // namespace

std::string Realm::make_resource() {
  return fmt::format("squall-{:x}", ++resources_made);
}

Session::Session(Realm& realm, std::string stream_id)
    : realm_(realm),
      connection_(realm.connections, *this),
      stream_(realm.streams, std::move(stream_id), make_parser()),
      faults_(make_faults(realm)) {}

Session::~Session() {
  leave();
  if (output_ != nullptr) realm_.outbox.forget(*this, output_);
}

std::unique_ptr<parsers::Parser> Session::make_parser() {
  auto parser = realm_.make_parser ? realm_.make_parser(realm_.streams.limits)
                                   : parsers::make_parser(realm_.parser, realm_.streams.limits, realm_.workspace);
  if (realm_.times != nullptr) times_ = std::make_unique<StanzaTimes>(*realm_.times, *parser);
  return parser;
}

std::error_code Session::adopt(int descriptor) {
  const net::TimePoint now = net::Clock::now();
  deadline_ = now + realm_.streams.login_timeout;
  realm_.logging_in.push_back(*this);
  std::error_code error = connection_.adopt(descriptor);
  if (!realm_.direct_tls) {
    stream_.start(now);
  } else if (!error) {
    error = connection_.start_tls(*realm_.tls);
  }
  if (faults_ && !error) stall_from_the_start();
  return error;
}

bool Session::has_room(std::size_t bytes) const {
  const std::size_t waiting = connection_.held_back() + (output_ == nullptr ? 0 : output_->size());
  return waiting + bytes <= realm_.connections.write_queue_limit;
}

std::string& Session::output() {
  if (output_ == nullptr) output_ = realm_.outbox.open(*this);
  if (times_) times_->addressed();
  return *output_;
}

void Session::flush() {
  std::string* bytes = std::exchange(output_, nullptr);
  realm_.counts.bytes_out += bytes->size();
  if (times_) times_->write_began();
  const auto outcome = bytes->empty() ? net::WriteOutcome::sent
                       : faults_      ? write_with_faults(*bytes)
                                      : connection_.write(*bytes);
  realm_.outbox.give_back(bytes);
  if (outcome == net::WriteOutcome::refused) return realm_.owner.remove(*this);  // broken, or it asks and never reads
  if (times_ && outcome == net::WriteOutcome::sent) times_->written();
  if (faults_ && ends_by_fault()) return;
  if (phase_ == Phase::closing) connection_.shutdown();
}

void Session::on_received(std::string_view bytes, net::Arrival arrival) {
  realm_.counts.bytes_in += bytes.size();
  if (phase_ == Phase::closing) return;
  if (faults_ && is_silent(bytes)) return;
  if (times_) times_->read_began(arrival);
  stream_.feed(bytes);
  read_events(arrival.at);
  if (times_) times_->read_ended();
}

void Session::read_events(net::TimePoint now) {
  while (phase_ != Phase::closing) {
    const xmpp::ServerEvent event = next(now);
    if (event.kind == xmpp::ServerEventKind::need_more) return;
    if (times_) times_->stanza_parsed();
    handle(event);
    if (times_) times_->stanza_routed();
  }
}

void Session::on_drained() {
  if (times_) times_->written();
}

/// What the stream has to say goes out before anything that the event leads to.
xmpp::ServerEvent Session::next(net::TimePoint now) {
  realm_.reply.clear();
  const xmpp::ServerEvent event = stream_.next(now, realm_.reply);
  if (!realm_.reply.empty()) output().append(realm_.reply);
  return event;
}

void Session::handle(const xmpp::ServerEvent& event) {
  if (faults_ && handle_with_faults(event)) return;
  switch (event.kind) {
    case xmpp::ServerEventKind::message:
      return realm_.router.message(*this, {event.element, event.bytes});
    case xmpp::ServerEventKind::presence:
      return realm_.router.presence(*this, {event.element, event.bytes});
    case xmpp::ServerEventKind::iq:
      return realm_.router.iq(*this, {event.element, event.bytes});
    case xmpp::ServerEventKind::bind:
      return bind(event.resource);
    case xmpp::ServerEventKind::failed:
      ++realm_.counts.stream_errors;
      return begin_closing();
    case xmpp::ServerEventKind::closed:
      return begin_closing();
    case xmpp::ServerEventKind::start_tls:
      return start_tls();
    case xmpp::ServerEventKind::registration:
    case xmpp::ServerEventKind::need_more:
      return;
  }
}

/// Spec: RFC 6120 section 7; a resource that is bound already is taken from its session (7.7.2.2, third way).
void Session::bind(std::string_view wanted) {
  const std::string user(stream_.user());
  const std::string bare = user + '@' + realm_.streams.domain;
  const std::string resource = wanted.empty() ? realm_.make_resource() : std::string(wanted);
  set_jid(bare + '/' + resource, bare.size());
  const bool takes_over = realm_.router.is_bound(user, resource);
  if (!takes_over && realm_.router.resources_of(user) >= realm_.resources_per_account) {
    return stream_.refuse_bind("resource-constraint", output());
  }
  realm_.router.bind(user, *this);
  if (realm_.faults != nullptr) realm_.faults->bound(*this);
  stream_.bound(jid(), output());
  unlink();
  phase_ = Phase::online;
  ++realm_.counts.logins;
  ++realm_.counts.sessions;
  realm_.counts.sessions_peak = std::max(realm_.counts.sessions_peak, realm_.counts.sessions);
}

void Session::end(std::string_view condition) {
  if (phase_ == Phase::closing) return;
  stream_.close_with(condition, output());
  begin_closing();
}

void Session::replace() {
  ++realm_.counts.stream_errors;
  end("conflict");
}

void Session::expire(net::TimePoint now) {
  ++realm_.counts.stream_errors;
  stream_.expire(now, output());
  begin_closing();
}

void Session::give_up() {
  connection_.close(true);
  realm_.owner.remove(*this);
}

/// FIN follows at the end of the round, behind the last bytes.
void Session::begin_closing() {
  leave();
  output();
  deadline_ = net::Clock::now() + closing_patience;
  realm_.closing.push_back(*this);
}

/// Takes it out of routing and counts.
void Session::leave() {
  unlink();
  if (phase_ == Phase::online) {
    if (realm_.faults != nullptr) realm_.faults->left(*this);
    realm_.router.unbind(*this);
    --realm_.counts.sessions;
  } else if (phase_ == Phase::logging_in) {
    ++realm_.counts.logins_failed;
  }
  phase_ = Phase::closing;
}

void Session::on_closed(std::error_code error) {
  if (net::is_tls_error(error)) ++realm_.counts.tls_failed;
  realm_.owner.remove(*this);
}

}  // namespace squall::server
