#pragma once

#include <cstddef>
#include <cstdint>

namespace squall::parsers {

/// Caps that hold before memory grows; each has an error code of its own.
struct Limits {
  std::uint32_t depth = 64;            ///< open elements, the stream root included
  std::uint32_t attributes = 256;      ///< attributes and namespace declarations of one element
  std::uint32_t name_bytes = 1024;     ///< a qualified name, prefix and colon included
  std::size_t token_bytes = 1 << 20;   ///< one run of text, one attribute value, one tag
  std::size_t stanza_bytes = 1 << 20;  ///< a complete first-level element, also the stream header
};

}  // namespace squall::parsers
