#pragma once

#include <cstdint>

#include "parsers/stream/detail/state.hpp"

namespace squall::parsers::detail {

/// What a parser keeps while it has no machine.
struct Idle {
  State state = State::prolog;
  bool bom = false;  ///< the stream began with a byte order mark
  Carry carry;
  std::uint64_t offset = 0;  ///< of the next byte in the stream
};

}  // namespace squall::parsers::detail
