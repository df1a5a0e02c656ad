#pragma once

#include "src/net/clock.hpp"

namespace squall::load {

/// Sleeps to an absolute instant; a signal does not cut it short.
void sleep_until_instant(net::TimePoint when);

/// Sleeps until the descriptor is readable, but no longer than `limit`.
void sleep_until_readable(int descriptor, net::Duration limit);

}  // namespace squall::load
