#pragma once

#include <cstddef>
#include <string_view>

#include "parsers/stream/detail/state.hpp"

namespace squall::parsers::detail {

/// What index() found.
struct Indexed {
  std::size_t positions;
  std::size_t good;  // bytes before the first ill-formed UTF-8 or U+FFFE, U+FFFF; all of them as a rule
};

/// The two stages, compiled for one instruction set.
struct Kernel {
  std::string_view name;
  /// Stage 1. Reads nothing behind `data + size`; `positions` must have room for `size` and 64 more. Copies what it
  /// reads to `copy`, in blocks of 64 bytes of which the last may be partly zeros, or to nowhere if that is null: then
  /// `size` must be a multiple of 64, and three bytes in front of `data` are read unless it is the first block.
  /// `first` is the position of the first byte.
  Indexed (*index)(const char* data, std::size_t size, char* copy, Position* positions, Position first, Carry& carry);
  /// Stage 2, until the window is used up, an item is complete, or something unusual comes.
  StepKind (*walk)(Walk& walk);
};

extern const Kernel scalar_kernel;

/// The best one that the processor has, or the one that SQUALL_PARSER_ISA names (scalar, sse42, avx2, avx512).
const Kernel& best_kernel();

}  // namespace squall::parsers::detail
