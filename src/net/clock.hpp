#pragma once

#include <chrono>

namespace squall::net {

/// The house's timeline: CLOCK_MONOTONIC. Kernel timestamps are brought onto it by the connection.
using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = std::chrono::nanoseconds;

/// What to add to an instant of CLOCK_REALTIME, in which the kernel stamps packets, to have it on the house's timeline.
/// True to within a microsecond, until the next step or slew of the wall clock: sample it anew for each batch of reads.
/// Cost: three clock reads, more only when the thread is interrupted between them.
Duration steady_minus_realtime();

}  // namespace squall::net
