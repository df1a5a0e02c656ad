#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The productions NameStartChar and NameChar of XML 1.0, 5th edition, without the colon (Namespaces in XML: NCName).
namespace squall::parsers {

bool is_name_start(char32_t c);
bool is_name_char(char32_t c);

/// The character at the front of well-formed UTF-8. `size` 0: its last bytes are not there yet.
struct Utf8Char {
  char32_t value = 0;
  std::uint32_t size = 0;
};
Utf8Char read_utf8(std::string_view bytes);

constexpr bool is_xml_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace squall::parsers
