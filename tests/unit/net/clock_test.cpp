#include "src/net/clock.hpp"

#include <gtest/gtest.h>

namespace squall::net {
namespace {

TEST(ClockTest, BringsTheWallClockOntoTheSteadyOne) {
  const TimePoint before = Clock::now();
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const TimePoint after = Clock::now();
  const TimePoint brought(wall + steady_minus_realtime());
  constexpr std::chrono::milliseconds slack{20};  // the wall clock may be slewed, and the thread interrupted
  EXPECT_GE(brought, before - slack);
  EXPECT_LE(brought, after + slack);
}

}  // namespace
}  // namespace squall::net
