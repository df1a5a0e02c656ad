#pragma once

#include <cstdint>

namespace squall::bench {

/// Calls of malloc, calloc and realloc so far, by this program and every library in it; operator new is among them.
std::uint64_t allocations();

}  // namespace squall::bench
