#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "src/net/poller.hpp"

namespace squall::net {

class RoundHandler {
 public:
  /// All that was ready has been dispatched: the place for what is better done once for many events, such as writing.
  virtual void on_round() = 0;

 protected:
  ~RoundHandler() = default;
};

/// One thread's event-driven loop: Asio for signals, timers and posted work, the poller for connections, asleep on both
/// at once. A wake-up costs three system calls whatever the number of connections that are ready; while there are many,
/// the poller is asked again without Asio in between.
class EventLoop {
 public:
  explicit EventLoop(RoundHandler& handler);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  boost::asio::io_context& context() { return context_; }
  Poller& poller() { return poller_; }

  /// Runs until stop().
  void run();
  /// Ends run() after the handler that is running. From another thread: post it to context().
  void stop() { context_.stop(); }

 private:
  void wait();
  void dispatch();

  RoundHandler& handler_;
  Poller poller_;
  boost::asio::io_context context_{1};
  boost::asio::posix::stream_descriptor waiting_;
  bool armed_ = false;
};

}  // namespace squall::net
