#include "parsers/reference.hpp"

#include <array>

#include "parsers/xml_names.hpp"

namespace squall::parsers {
namespace {

Reference malformed(std::size_t at) {
  return {ReferenceKind::malformed, static_cast<std::uint32_t>(at), 0};
}

Reference complete(std::size_t size, char32_t c) {
  return {ReferenceKind::character, static_cast<std::uint32_t>(size), c};
}

/// The digit's value, or the base if it is none.
std::uint32_t digit(char c, std::uint32_t base) {
  const char lower = static_cast<char>(c | 0x20);
  std::uint32_t value = base;
  if (c >= '0' && c <= '9') value = static_cast<std::uint32_t>(c - '0');
  if (lower >= 'a' && lower <= 'f') value = static_cast<std::uint32_t>(lower - 'a' + 10);
  return value < base ? value : base;
}

Reference read_digits(std::string_view bytes, std::size_t first, std::uint32_t base) {
  std::uint32_t value = 0;
  for (std::size_t i = first; i < bytes.size(); ++i) {
    const std::uint32_t d = digit(bytes[i], base);
    if (d == base) {
      if (bytes[i] != ';' || i == first || !is_xml_char(value)) return malformed(i);
      return complete(i + 1, value);
    }
    value = value > 0x10FFFF ? value : value * base + d;
  }
  return {};
}

Reference read_number(std::string_view bytes) {
  if (bytes.size() == 2) return {};
  return bytes[2] == 'x' ? read_digits(bytes, 3, 16) : read_digits(bytes, 2, 10);
}

struct Predefined {
  std::string_view name;
  char character;
};
constexpr std::array<Predefined, 5> predefined{{{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"apos", '\''}, {"quot", '"'}}};

Reference named(std::string_view name) {
  const std::size_t size = name.size() + 2;
  for (const Predefined& p : predefined) {
    if (p.name == name) return complete(size, static_cast<unsigned char>(p.character));
  }
  return {ReferenceKind::entity, static_cast<std::uint32_t>(size), 0};
}

Reference read_entity(std::string_view bytes) {
  for (std::size_t i = 1; i < bytes.size();) {
    if (bytes[i] == ';' && i > 1) return named(bytes.substr(1, i - 1));
    const Utf8Char c = read_utf8(bytes.substr(i));
    if (c.size == 0) return {};
    if (!(i == 1 ? is_name_start(c.value) : is_name_char(c.value))) return malformed(i);
    i += c.size;
  }
  return {};
}

}  // namespace

Reference read_reference(std::string_view bytes) {
  if (bytes.size() < 2) return {};
  return bytes[1] == '#' ? read_number(bytes) : read_entity(bytes);
}

void append_utf8(char32_t c, std::string& out) {
  const auto tail = [&out](char32_t bits) { out.push_back(static_cast<char>(0x80 | (bits & 0x3F))); };
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xC0 | c >> 6));
    tail(c);
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | c >> 12));
    tail(c >> 6);
    tail(c);
  } else {
    out.push_back(static_cast<char>(0xF0 | c >> 18));
    tail(c >> 12);
    tail(c >> 6);
    tail(c);
  }
}

}  // namespace squall::parsers
