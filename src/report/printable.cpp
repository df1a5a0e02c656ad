#include "src/report/printable.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace squall::report {
namespace {

/// One character at the start of `text`: its length in bytes, 0 if the bytes are not UTF-8 (RFC 3629).
struct Character {
  std::size_t length = 0;
  std::uint32_t code = 0;
};

std::size_t length_of_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

bool is_shortest_form(const Character& character) {
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = character.code >= 0xD800 && character.code <= 0xDFFF;
  return character.code >= least[character.length] && character.code <= 0x10FFFF && !surrogate;
}

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  Character result{length_of_lead(lead), lead};
  if (result.length == 1) return result;
  if (result.length == 0 || result.length > text.size()) return {};
  result.code = lead & (0x7Fu >> result.length);
  for (std::size_t i = 1; i < result.length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0u) != 0x80) return {};
    result.code = (result.code << 6) | (next & 0x3Fu);
  }
  return is_shortest_form(result) ? result : Character{};
}

bool steers_a_terminal(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E ||
                         code == 0x200F || code == 0x061C;
  return control || separator || direction;
}

void append_escaped(std::string& out, std::uint32_t code) {
  switch (code) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  out += code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{{{:x}}}", code);
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t taken = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::size_t length = character.length == 0 ? 1 : character.length;
    if (taken + length > limit) return out + "…";
    if (character.length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (steers_a_terminal(character.code)) {
      append_escaped(out, character.code);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
    taken += length;
  }
  return out;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace squall::report
