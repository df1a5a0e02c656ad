#pragma once

#include <cstdint>
#include <system_error>

#include <boost/asio/ip/tcp.hpp>

#include "src/net/poller.hpp"

namespace squall::net {

class AcceptHandler {
 public:
  /// A connected, non-blocking descriptor, which is the handler's from now on. The listener may be closed here.
  virtual void on_accepted(int descriptor) = 0;
  /// A connection was turned away (reset) because there are no descriptors for it: EMFILE or ENFILE.
  virtual void on_turned_away(std::error_code error) = 0;

 protected:
  ~AcceptHandler() = default;
};

/// Accepts connections on one endpoint, all that wait, at each readiness.
/// One descriptor is kept in reserve: when the process has no more, it is given up to accept and reset the connection,
/// so that the peer learns of it and the poller does not spin on a queue that nobody empties.
class Listener final : private Pollable {
 public:
  Listener(Poller& poller, AcceptHandler& handler) : poller_(poller), handler_(handler) {}
  ~Listener() { close(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Binds (SO_REUSEADDR) and listens. Port 0 takes a free one.
  /// Errors: EADDRINUSE, EACCES, EADDRNOTAVAIL, EMFILE, …
  std::error_code open(const boost::asio::ip::tcp::endpoint& endpoint, int backlog = 4096);
  void close();

  bool is_open() const { return descriptor_ >= 0; }
  /// With the port that was taken.
  boost::asio::ip::tcp::endpoint local_endpoint() const;

 private:
  void on_ready(bool readable, bool writable) override;
  std::error_code bind_and_listen(const boost::asio::ip::tcp::endpoint& endpoint, int backlog);
  bool accept_one();
  bool turn_away(std::error_code error);

  Poller& poller_;
  AcceptHandler& handler_;
  int descriptor_ = -1;
  int reserve_ = -1;
};

}  // namespace squall::net
