#pragma once

#include <cstdint>
#include <system_error>
#include <vector>

#include <sys/epoll.h>

#include "src/net/clock.hpp"

namespace squall::net {

/// Somebody whose descriptor a Poller watches.
class Pollable {
 public:
  /// An error or hang-up counts as readable: the next read tells which.
  virtual void on_ready(bool readable, bool writable) = 0;

 protected:
  ~Pollable() = default;
};

/// One epoll set of one worker thread. Sessions register once for reading and switch writing on only while a write
/// would block, so that a message costs one send and one receive and no system call of bookkeeping.
/// descriptor() is itself pollable, so an io_context can wait for the whole set as for one descriptor.
class Poller {
 public:
  Poller();  ///< throws std::system_error
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  int descriptor() const { return epoll_; }
  /// Errors: ENOSPC when the user's limit of watches is reached, ENOMEM.
  std::error_code add(int descriptor, Pollable& who, bool want_write);
  void want_write(int descriptor, Pollable& who, bool on);
  /// The same for one that is not to be read from; errors and hang-ups show all the same.
  void want_only_write(int descriptor, Pollable& who, bool on);
  /// Safe within on_ready(), also for others than the one called; they are not called afterwards.
  void remove(int descriptor, Pollable& who);
  /// Calls on_ready() for all that is ready now, at most `limit` descriptors; answers how many there were. Never waits.
  /// What is left over comes first at the next call. Not to be called within on_ready().
  std::size_t dispatch(std::size_t limit = 4096);

  /// steady_minus_realtime() as sampled when the last dispatch began.
  Duration steady_minus_realtime() const { return steady_minus_realtime_; }

 private:
  void call(const epoll_event& event);

  int epoll_ = -1;
  std::vector<epoll_event> ready_;
  std::size_t at_ = 0;  // ready_[at_, count_) are still to be called
  std::size_t count_ = 0;
  Duration steady_minus_realtime_{};
};

}  // namespace squall::net
