#include "src/net/connection.hpp"

#include <cerrno>
#include <optional>

#include <sys/socket.h>

#include "src/net/socket.hpp"
#include "src/net/tls_error.hpp"

namespace squall::net {
namespace {

// Flags of state_; none set: closed.
constexpr std::uint16_t connecting = 1;
constexpr std::uint16_t open = 2;
constexpr std::uint16_t closing = 4;  // shutdown() was asked for: nothing more is taken
constexpr std::uint16_t broken = 8;   // a write or TLS failed: the error is to be told at the next dispatch
constexpr std::uint16_t acking = 16;  // quick acknowledgements
constexpr std::uint16_t deaf = 32;    // stop_reading() was asked for
constexpr std::uint16_t sealed = 64;  // TLS was begun

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

ssize_t send_some(int descriptor, std::string_view bytes) {
  return ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

}  // namespace

struct Connection::Extra {
  std::optional<TlsSession> tls;
  std::string waiting;    // what the kernel did not take yet
  std::size_t taken = 0;  // of that by now, from the front

  std::string_view rest() const { return std::string_view(waiting).substr(taken); }
  void append(std::string_view more) {
    if (taken > waiting.size() / 2) drop_taken();  // so that every byte is moved once at most, on average
    waiting.append(more);
  }
  void drop_taken() {
    waiting.erase(0, taken);
    taken = 0;
  }
  void drop_all() {
    waiting = {};
    taken = 0;
  }
};

Connection::Connection(ConnectionContext& context, ConnectionHandler& handler) : context_(context), handler_(handler) {}

Connection::~Connection() {
  close();
}

std::error_code Connection::connect(const boost::asio::ip::tcp::endpoint& target,
                                    const boost::asio::ip::address* source) {
  close();
  descriptor_ = open_socket(target.protocol().family());
  if (descriptor_ < 0) return last_error();
  std::error_code error;
  if (source != nullptr) error = bind_source(descriptor_, *source);
  if (!error) error = watch(true);
  if (!error && ::connect(descriptor_, target.data(), static_cast<socklen_t>(target.size())) != 0 &&
      errno != EINPROGRESS) {
    error = last_error();
  }
  if (error) close();
  return error;
}

std::error_code Connection::adopt(int descriptor) {
  close();
  descriptor_ = descriptor;
  const std::error_code error = watch(false);
  if (error) close();
  return error;
}

std::error_code Connection::watch(bool is_connecting) {
  state_ = is_connecting ? connecting : open;
  set_no_delay(descriptor_);
  if (context_.timestamps) set_timestamps(descriptor_);
  quick_ack(context_.quick_ack);
  return context_.poller.add(descriptor_, *this, is_connecting);
}

WriteOutcome Connection::write(std::string_view bytes) {
  if ((state_ & (open | closing | broken)) != open) return WriteOutcome::refused;
  if (is_holding() && held_back() + bytes.size() > context_.write_queue_limit) return WriteOutcome::refused;
  return has(sealed) ? seal(bytes) : push(bytes);
}

WriteOutcome Connection::seal(std::string_view bytes) {
  TlsSession& tls = *extra_->tls;
  if (tls.status() == TlsSession::Status::handshaking) return WriteOutcome::refused;
  if (tls.send(bytes)) return push(tls.outgoing());
  break_off(0);
  return WriteOutcome::refused;
}

// Gives the kernel what it takes now, behind what waits already, and holds back the rest.
WriteOutcome Connection::push(std::string_view bytes) {
  if (is_holding()) {
    extra_->append(bytes);
    return WriteOutcome::withheld;
  }
  const ssize_t taken = send_some(descriptor_, bytes);
  if (taken == static_cast<ssize_t>(bytes.size())) return WriteOutcome::sent;
  if (taken < 0 && !would_block(errno)) {
    break_off(errno);
    return WriteOutcome::refused;
  }
  hold_back(bytes.substr(taken < 0 ? 0 : static_cast<std::size_t>(taken)));
  return taken > 0 ? WriteOutcome::partial : WriteOutcome::withheld;
}

void Connection::hold_back(std::string_view rest) {
  if (!extra_) extra_ = std::make_unique<Extra>();
  extra_->append(rest);
  want_write(true);
}

void Connection::want_write(bool on) {
  if (has(deaf)) return context_.poller.want_only_write(descriptor_, *this, on);
  context_.poller.want_write(descriptor_, *this, on);
}

// Shutting the socket down makes it readable for sure, so that the next dispatch comes here.
void Connection::break_off(int error) {
  error_ = static_cast<std::uint16_t>(error);
  state_ |= broken;
  ::shutdown(descriptor_, SHUT_RDWR);
}

void Connection::on_ready(bool readable, bool writable) {
  if (has(connecting)) return on_connect_finished();
  if (has(broken)) return fail(pending());
  // One callback at most, because it may destroy this connection; the poller is level-triggered and asks again.
  if (writable && is_holding()) return flush();
  if (readable) on_readable();
}

void Connection::on_connect_finished() {
  if (const std::error_code error = pending_error(descriptor_)) return fail(error);
  state_ = static_cast<std::uint16_t>((state_ & acking) | open);
  want_write(false);
  handler_.on_connected();
}

void Connection::on_readable() {
  const StampedRead read =
      context_.timestamps ? read_stamped(descriptor_, context_.scratch) : read_plain(descriptor_, context_.scratch);
  if (read.size < 0) {
    if (!would_block(errno)) fail(last_error());
    return;
  }
  if (read.size == 0) return fail(at_end());
  if (has(acking)) set_quick_ack(descriptor_);
  const bool stamped = read.realtime.count() != 0;
  const TimePoint at = stamped ? TimePoint(read.realtime + context_.poller.steady_minus_realtime()) : Clock::now();
  const std::string_view bytes(context_.scratch.data(), static_cast<std::size_t>(read.size));
  if (has(sealed)) return open_sealed(bytes, {at, stamped});
  handler_.on_received(bytes, {at, stamped});
}

// All of it is deciphered before anybody hears of it, since what the handler writes uses the same memory of TLS.
void Connection::open_sealed(std::string_view bytes, Arrival arrival) {
  TlsSession& tls = *extra_->tls;
  const TlsSession::Received got = tls.receive(bytes);
  if (!tls.outgoing().empty()) push(tls.outgoing());
  const TlsSession::Status status = tls.status();
  if (status == TlsSession::Status::closed || status == TlsSession::Status::failed) {
    if (!got.is_established && got.plain.empty()) return end_sealed();
    end_soon(status);
  }
  if (got.is_established) handler_.on_secured();
  if (!got.plain.empty()) handler_.on_received(got.plain, arrival);
}

void Connection::end_sealed() {
  say_goodbye();
  fail(extra_->tls->error());
}

// Makes the socket readable for sure, so that the next dispatch tells the end.
void Connection::end_soon(TlsSession::Status status) {
  if (status == TlsSession::Status::failed) return break_off(0);
  ::shutdown(descriptor_, SHUT_RD);
}

std::error_code Connection::start_tls(TlsContext& context) {
  if ((state_ & (open | closing | broken | sealed)) != open) return std::make_error_code(std::errc::not_connected);
  if (!extra_) extra_ = std::make_unique<Extra>();
  TlsSession& tls = extra_->tls.emplace(context);
  state_ |= sealed;
  tls.start();
  if (!tls.outgoing().empty()) push(tls.outgoing());
  return tls.error();
}

const TlsSession* Connection::tls() const {
  return has(sealed) ? &*extra_->tls : nullptr;
}

std::error_code Connection::at_end() const {
  const bool is_early = has(sealed) && extra_->tls->status() == TlsSession::Status::handshaking;
  return is_early ? make_tls_error(TlsFault::cut_off) : std::error_code{};
}

std::error_code Connection::pending() const {
  if (error_ == 0 && has(sealed)) return extra_->tls->error();
  return {error_, std::system_category()};
}

void Connection::flush() {
  const std::string_view rest = extra_->rest();
  const ssize_t taken = send_some(descriptor_, rest);
  if (taken < 0) {
    if (!would_block(errno)) fail(last_error());
    return;
  }
  extra_->taken += static_cast<std::size_t>(taken);
  if (static_cast<std::size_t>(taken) < rest.size()) return;
  extra_->drop_all();
  if (!has(sealed)) extra_.reset();
  want_write(false);
  if (has(closing)) ::shutdown(descriptor_, SHUT_WR);
  handler_.on_drained();
}

void Connection::fail(std::error_code error) {
  close();
  handler_.on_closed(error);
}

void Connection::shutdown() {
  if (!has(open) || has(closing)) return;
  if (has(sealed)) say_goodbye();
  state_ |= closing;
  if (!is_holding()) ::shutdown(descriptor_, SHUT_WR);
}

void Connection::say_goodbye() {
  extra_->tls->close();
  if (!extra_->tls->outgoing().empty()) push(extra_->tls->outgoing());
}

void Connection::stop_reading() {
  if (!has(open)) return;
  state_ |= deaf;
  want_write(is_holding());
}

void Connection::close(bool reset) {
  if (descriptor_ < 0) return;
  context_.poller.remove(descriptor_, *this);
  close_socket(descriptor_, reset);
  extra_.reset();
  descriptor_ = -1;
  error_ = 0;
  state_ = 0;
}

void Connection::quick_ack(bool on) {
  if (descriptor_ < 0) return;
  state_ = static_cast<std::uint16_t>(on ? state_ | acking : state_ & ~acking);
  if (on) set_quick_ack(descriptor_);
}

bool Connection::is_open() const {
  return has(open) && !has(broken);
}

std::size_t Connection::held_back() const {
  return extra_ ? extra_->rest().size() : 0;
}

bool Connection::is_holding() const {
  return extra_ && !extra_->waiting.empty();
}

int Connection::descriptor() const {
  return descriptor_;
}

}  // namespace squall::net
