#include "xmpp/xml.hpp"

namespace squall::xmpp::xml {
namespace {

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

/// What a byte is written as, or empty if as itself.
constexpr std::string_view escape(unsigned char byte, bool in_attribute) {
  switch (byte) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\'':
      return in_attribute ? "&apos;" : "";
    case '"':
      return in_attribute ? "&quot;" : "";
    case '\t':
      return in_attribute ? "&#9;" : "";
    case '\n':
      return in_attribute ? "&#10;" : "";
    case '\r':
      return "&#13;";
    default:
      return byte < 0x20 ? replacement_character : "";
  }
}

void append_escaped(std::string& out, std::string_view characters, bool in_attribute) {
  std::size_t copied = 0;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const auto written = escape(static_cast<unsigned char>(characters[i]), in_attribute);
    if (written.empty()) continue;
    out.append(characters, copied, i - copied).append(written);
    copied = i + 1;
  }
  out.append(characters, copied);
}

}  // namespace

void append_text(std::string& out, std::string_view characters) {
  append_escaped(out, characters, false);
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("='");
  append_escaped(out, value, true);
  out += '\'';
}

void append_attribute(std::string& out, std::string_view name, const parsers::Text& value) {
  if (!value.present()) return;
  std::string scratch;
  append_attribute(out, name, value.view(scratch));
}

}  // namespace squall::xmpp::xml
