#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace squall::parsers {

/// What the bytes from an `&` on turn out to be.
enum class ReferenceKind : std::uint8_t {
  character,  ///< a character reference or one of the five predefined entities
  partial,    ///< a good prefix: more bytes are needed
  malformed,  ///< not a reference, or to something that is no Char
  entity,     ///< an entity other than the five: legal XML, but restricted by RFC 6120 section 11.1
};

/// Spec: XML 1.0 sections 4.1 and 4.6.
struct Reference {
  ReferenceKind kind = ReferenceKind::partial;
  std::uint32_t size = 0;  ///< bytes, from `&` to `;`; malformed: offset of the first bad byte
  char32_t character = 0;
};

/// Reads the reference at the front of `bytes`, which begins with `&`.
Reference read_reference(std::string_view bytes);

/// The production Char of XML 1.0.
constexpr bool is_xml_char(char32_t c) {
  return c >= 0x20 ? c <= 0xD7FF || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF)
                   : c == '\t' || c == '\n' || c == '\r';
}

void append_utf8(char32_t c, std::string& out);

}  // namespace squall::parsers
