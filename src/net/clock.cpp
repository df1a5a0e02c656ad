#include "src/net/clock.hpp"

namespace squall::net {
namespace {

struct Sample {
  Duration offset;
  Duration width;  // the wall clock was read somewhere within this span, so half of it bounds the error
};

Sample sample() {
  const TimePoint before = Clock::now();
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const TimePoint after = Clock::now();
  const TimePoint middle = before + (after - before) / 2;
  return {middle.time_since_epoch() - wall, after - before};
}

}  // namespace

Duration steady_minus_realtime() {
  constexpr Duration narrow{2000};
  Sample best = sample();
  for (int retries = 3; best.width > narrow && retries > 0; --retries) {
    const Sample again = sample();
    if (again.width < best.width) best = again;
  }
  return best.offset;
}

}  // namespace squall::net
