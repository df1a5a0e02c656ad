#pragma once

#include <chrono>

namespace squall::net {

/// The house's timeline: CLOCK_MONOTONIC. Kernel timestamps are brought onto it by the connection.
using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = std::chrono::nanoseconds;

}  // namespace squall::net
