#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <boost/asio/ip/tcp.hpp>

#include "src/net/clock.hpp"
#include "src/net/poller.hpp"
#include "src/net/tls_session.hpp"

namespace squall::net {

/// When the kernel received the bytes of one read.
struct Arrival {
  TimePoint at;              ///< the kernel's stamp of the last segment in the read, else the clock just after the read
  bool from_kernel = false;  ///< false: `at` is the clock just after the read
};

/// What became of a write.
enum class WriteOutcome : std::uint8_t {
  sent,      ///< the kernel took all of it
  partial,   ///< it took a part; the rest is kept and goes out when the socket is writable
  withheld,  ///< it took nothing; all of it is kept and goes out when the socket is writable
  refused,   ///< an earlier rest is still waiting and the limit of the queue was reached, or not connected, or the TLS
             ///< handshake is not over; nothing was taken
};

/// Memory and descriptors that all connections of one worker share. Not thread-safe.
struct ConnectionContext {
  Poller& poller;
  std::span<char> scratch;                  ///< reads go here; 64 KiB or so
  bool timestamps = true;                   ///< SO_TIMESTAMPING (RX software)
  bool quick_ack = false;                   ///< re-arm TCP_QUICKACK after each read until quick_ack(false)
  std::size_t write_queue_limit = 1 << 20;  ///< bytes a connection may hold back
};

class ConnectionHandler {
 public:
  virtual void on_connected() = 0;
  /// TLS is established: what is written and received from now on is sealed. The handler may write here, but neither
  /// close nor destroy the connection.
  virtual void on_secured() {}
  /// `bytes` lie in a scratch buffer of the context: valid during the call only.
  virtual void on_received(std::string_view bytes, Arrival arrival) = 0;
  /// Everything that was held back has been taken by the kernel.
  virtual void on_drained() {}
  /// The connection is closed and its descriptor gone. Empty error: the peer closed in order. Besides errors of the
  /// system those of TLS (tls_error.hpp).
  /// The handler may destroy the connection here.
  virtual void on_closed(std::error_code error) = 0;

 protected:
  ~ConnectionHandler() = default;
};

/// One TCP connection of one session, without a heap cell of its own: callback driven, non-blocking, level-triggered.
/// The only code of the house that touches a session's descriptor.
/// TCP_NODELAY is set. No SIGPIPE. A read returns after at most one scratch buffer of bytes.
/// Size: 40 bytes while nothing is held back and without TLS.
/// With TLS, all that one read brings is deciphered at once and has that read's arrival.
/// What is held back is dropped when the peer closes or the connection breaks.
class Connection final : private Pollable {
 public:
  Connection(ConnectionContext& context, ConnectionHandler& handler);
  ~Connection();  ///< closes without a callback
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Starts to connect; on_connected() or on_closed() follows, never within this call unless it returns an error,
  /// in which case no callback comes. `source`: local address to bind to (IP_BIND_ADDRESS_NO_PORT).
  /// Errors, each an errno in system_category: EMFILE and ENFILE (descriptors), EADDRNOTAVAIL (local ports used up, or
  /// `source` is no address of this machine), ENOSPC (epoll watches), ECONNREFUSED, ENETUNREACH, ETIMEDOUT, …
  std::error_code connect(const boost::asio::ip::tcp::endpoint& target,
                          const boost::asio::ip::address* source = nullptr);
  /// Takes over an accepted, connected, non-blocking descriptor; on an error it is closed.
  std::error_code adopt(int descriptor);

  /// Begins TLS on an open connection, as the context's side of it; on_secured() or on_closed() follows, never within
  /// this call unless it returns an error, after which the connection is of no more use.
  /// There is no time-out here. Bytes received before that the handler has not looked at are no part of it.
  std::error_code start_tls(TlsContext& context);
  /// Null before start_tls().
  const TlsSession* tls() const;

  /// Never calls back. A broken connection shows in on_closed() at the next dispatch.
  WriteOutcome write(std::string_view bytes);

  /// Sends FIN, with TLS behind a close_notify, once what is held back has gone out; reading goes on until the peer
  /// closes.
  void shutdown();
  /// Reads no more, so that what the peer sends piles up. on_closed() still follows if the peer resets, not if it only
  /// closes.
  void stop_reading();
  /// Closes now, with no callback; reset: with RST, so that no TIME_WAIT stays.
  void close(bool reset = false);

  void quick_ack(bool on);
  bool is_open() const;
  std::size_t held_back() const;
  int descriptor() const;

 private:
  struct Extra;  // only while something is held back, or with TLS

  void on_ready(bool readable, bool writable) override;
  void on_connect_finished();
  void on_readable();
  void open_sealed(std::string_view bytes, Arrival arrival);
  void end_sealed();
  void end_soon(TlsSession::Status status);
  WriteOutcome seal(std::string_view bytes);
  WriteOutcome push(std::string_view bytes);
  void say_goodbye();
  void flush();
  std::error_code watch(bool connecting);
  void hold_back(std::string_view rest);
  void want_write(bool on);
  void break_off(int error);
  void fail(std::error_code error);
  std::error_code at_end() const;
  std::error_code pending() const;
  bool is_holding() const;
  bool has(std::uint16_t flag) const { return (state_ & flag) != 0; }

  ConnectionContext& context_;
  ConnectionHandler& handler_;
  std::unique_ptr<Extra> extra_;
  int descriptor_ = -1;
  std::uint16_t error_ = 0;  // errno of a failed write, told at the next dispatch
  std::uint16_t state_ = 0;  // flags, see connection.cpp
};
static_assert(sizeof(Connection) <= 40);

}  // namespace squall::net
