#pragma once

#include <cstddef>
#include <cstdint>

namespace squall::parsers::detail {

/// How many of the bytes are well-formed UTF-8 without U+FFFE and U+FFFF; a sequence may be cut off at the end.
/// `tail`: the three bytes before them, the newest lowest; only what they say of an unfinished sequence counts.
std::size_t well_formed_prefix(const char* data, std::size_t size, std::uint32_t tail);

}  // namespace squall::parsers::detail
