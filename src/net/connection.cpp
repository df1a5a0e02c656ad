#include "src/net/connection.hpp"

#include <cerrno>

#include <sys/socket.h>

#include "src/net/socket.hpp"

namespace squall::net {
namespace {

// Flags of state_; none set: closed.
constexpr std::uint8_t connecting = 1;
constexpr std::uint8_t open = 2;
constexpr std::uint8_t closing = 4;  // shutdown() was asked for: nothing more is taken
constexpr std::uint8_t broken = 8;   // a write failed: error_ is to be told at the next dispatch
constexpr std::uint8_t acking = 16;  // quick acknowledgements
constexpr std::uint8_t deaf = 32;    // stop_reading() was asked for

bool would_block(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

ssize_t send_some(int descriptor, std::string_view bytes) {
  return ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

}  // namespace

struct Connection::Queue {
  std::string bytes;
  std::size_t taken = 0;  // by the kernel, from the front

  std::string_view rest() const { return std::string_view(bytes).substr(taken); }
  void append(std::string_view more) {
    if (taken > bytes.size() / 2) drop_taken();  // so that every byte is moved once at most, on average
    bytes.append(more);
  }
  void drop_taken() {
    bytes.erase(0, taken);
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
  if (queue_) {
    if (held_back() + bytes.size() > context_.write_queue_limit) return WriteOutcome::refused;
    queue_->append(bytes);
    return WriteOutcome::partial;
  }
  const ssize_t taken = send_some(descriptor_, bytes);
  if (taken == static_cast<ssize_t>(bytes.size())) return WriteOutcome::sent;
  if (taken < 0 && !would_block(errno)) {
    break_off(errno);
    return WriteOutcome::refused;
  }
  hold_back(bytes.substr(taken < 0 ? 0 : static_cast<std::size_t>(taken)));
  return WriteOutcome::partial;
}

void Connection::hold_back(std::string_view rest) {
  queue_ = std::make_unique<Queue>();
  queue_->append(rest);
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
  if (has(broken)) return fail({error_, std::system_category()});
  // One callback at most, because it may destroy this connection; the poller is level-triggered and asks again.
  if (writable && queue_) return flush();
  if (readable) on_readable();
}

void Connection::on_connect_finished() {
  if (const std::error_code error = pending_error(descriptor_)) return fail(error);
  state_ = static_cast<std::uint8_t>((state_ & acking) | open);
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
  if (read.size == 0) return fail({});
  if (has(acking)) set_quick_ack(descriptor_);
  const bool stamped = read.realtime.count() != 0;
  const TimePoint at = stamped ? TimePoint(read.realtime + context_.poller.steady_minus_realtime()) : Clock::now();
  handler_.on_received({context_.scratch.data(), static_cast<std::size_t>(read.size)}, {at, stamped});
}

void Connection::flush() {
  const std::string_view rest = queue_->rest();
  const ssize_t taken = send_some(descriptor_, rest);
  if (taken < 0) {
    if (!would_block(errno)) fail(last_error());
    return;
  }
  queue_->taken += static_cast<std::size_t>(taken);
  if (static_cast<std::size_t>(taken) < rest.size()) return;
  queue_.reset();
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
  state_ |= closing;
  if (!queue_) ::shutdown(descriptor_, SHUT_WR);
}

void Connection::stop_reading() {
  if (!has(open)) return;
  state_ |= deaf;
  want_write(queue_ != nullptr);
}

void Connection::close(bool reset) {
  if (descriptor_ < 0) return;
  context_.poller.remove(descriptor_, *this);
  close_socket(descriptor_, reset);
  queue_.reset();
  descriptor_ = -1;
  error_ = 0;
  state_ = 0;
}

void Connection::quick_ack(bool on) {
  if (descriptor_ < 0) return;
  state_ = static_cast<std::uint8_t>(on ? state_ | acking : state_ & ~acking);
  if (on) set_quick_ack(descriptor_);
}

bool Connection::is_open() const {
  return has(open) && !has(broken);
}

std::size_t Connection::held_back() const {
  return queue_ ? queue_->rest().size() : 0;
}

int Connection::descriptor() const {
  return descriptor_;
}

}  // namespace squall::net
