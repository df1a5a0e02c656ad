#include "src/load/sleep.hpp"

#include <cerrno>
#include <ctime>

#include <poll.h>

namespace squall::load {
namespace {

timespec to_timespec(net::Duration since_zero) {
  constexpr std::int64_t second = 1'000'000'000;
  return {since_zero.count() / second, since_zero.count() % second};
}

}  // namespace

void sleep_until_instant(net::TimePoint when) {
  const timespec until = to_timespec(when.time_since_epoch());
  while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

void sleep_until_readable(int descriptor, net::Duration limit) {
  if (limit.count() <= 0) return;
  const timespec timeout = to_timespec(limit);
  pollfd watched{descriptor, POLLIN, 0};
  ::ppoll(&watched, 1, &timeout, nullptr);
}

}  // namespace squall::load
