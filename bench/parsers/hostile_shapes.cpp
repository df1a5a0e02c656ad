#include "bench/parsers/hostile_shapes.hpp"

#include <array>

namespace squall::bench {
namespace {

std::string repeated(std::string_view unit, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += unit;
  return out;
}

/// Pieces that differ by a number.
std::string numbered(std::string_view before, std::string_view behind, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; out.size() < bytes; ++i) out.append(before).append(std::to_string(i)).append(behind);
  return out;
}

std::string in_a(const std::string& content) {
  return "<a>" + content + "</a>";
}

std::string text(std::size_t bytes) {
  return in_a(std::string(bytes, 'x'));
}
std::string angles(std::size_t bytes) {
  return in_a(std::string(bytes, '>'));
}
std::string entities(std::size_t bytes) {
  return in_a(repeated("&lt;", bytes));
}
std::string numbers(std::size_t bytes) {
  return in_a(repeated("&#x000041;", bytes));
}
std::string lines(std::size_t bytes) {
  return in_a(repeated("\r\n", bytes));
}
std::string two_byte_text(std::size_t bytes) {
  return in_a(repeated("\xC3\xA9", bytes));
}
std::string sections(std::size_t bytes) {
  return in_a(repeated("<![CDATA[x]]>", bytes));
}
std::string value(std::size_t bytes) {
  return "<a v='" + std::string(bytes, 'x') + "'/>";
}
std::string quotes(std::size_t bytes) {
  return "<a v='" + std::string(bytes, '"') + "'/>";
}
std::string known_quotes(std::size_t bytes) {
  return "<a id='" + std::string(bytes, '"') + "'/>";
}
std::string attributes(std::size_t bytes) {
  return "<a" + numbered(" a", "=''", bytes) + "/>";
}
std::string prefixed_attributes(std::size_t bytes) {
  return "<a xmlns:p='urn:p'" + numbered(" p:a", "=''", bytes) + "/>";
}
std::string declarations(std::size_t bytes) {
  return "<a" + numbered(" xmlns:p", "='urn:p'", bytes) + "/>";
}
std::string namespaces(std::size_t bytes) {
  return in_a(numbered("<b xmlns='urn:", "'/>", bytes));
}
std::string spaces_in_tag(std::size_t bytes) {
  return "<a" + std::string(bytes, ' ') + "/>";
}
std::string depth(std::size_t bytes) {
  return repeated("<a>", 3 * (bytes / 7)) + repeated("</a>", 4 * (bytes / 7));
}
std::string siblings(std::size_t bytes) {
  return in_a(repeated("<b/>", bytes));
}
std::string long_names(std::size_t bytes) {
  return in_a(repeated("<" + std::string(1000, 'n') + "/>", bytes));
}
std::string stanzas(std::size_t bytes) {
  return repeated("<a/>", bytes);
}
std::string spaces(std::size_t bytes) {
  return std::string(bytes, ' ');
}

constexpr std::array shapes{
    Shape{"text", text},
    Shape{"text of `>`", angles},
    Shape{"text of `&lt;`", entities},
    Shape{"text of `&#x000041;`", numbers},
    Shape{"text of CR LF", lines},
    Shape{"text of two-byte characters", two_byte_text},
    Shape{"CDATA sections of a byte", sections},
    Shape{"a value", value},
    Shape{"a value of quotes", quotes},
    Shape{"a value of quotes, name known", known_quotes},
    Shape{"attributes", attributes},
    Shape{"attributes with a prefix", prefixed_attributes},
    Shape{"declarations of prefixes", declarations},
    Shape{"namespaces", namespaces},
    Shape{"white space in a tag", spaces_in_tag},
    Shape{"depth", depth},
    Shape{"siblings", siblings},
    Shape{"names of 1,000 bytes", long_names},
    Shape{"stanzas of 4 bytes", stanzas},
    Shape{"white space between stanzas", spaces},
};

}  // namespace

std::span<const Shape> hostile_shapes() {
  return shapes;
}

}  // namespace squall::bench
