#pragma once

#include <cstdint>

namespace squall::load {

/// CPU time of this process, user and system, in nanoseconds.
std::int64_t process_cpu();

/// Resident memory of this process in bytes; 0 if /proc does not say.
std::uint64_t resident_bytes();

}  // namespace squall::load
