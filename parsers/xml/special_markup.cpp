#include "parsers/xml/special_markup.hpp"

#include "parsers/xml/chars.hpp"
#include "parsers/xml_names.hpp"

namespace squall::parsers::xml {
namespace {

using Status = Decoded::Status;

SpecialMarkup literal(std::string_view bytes, std::string_view whole, SpecialMarkup meaning) {
  if (bytes.starts_with(whole)) return meaning;
  return whole.starts_with(bytes) ? SpecialMarkup::undecided : SpecialMarkup::malformed;
}

SpecialMarkup bang(std::string_view bytes) {
  switch (bytes[2]) {
    case '-':
      return literal(bytes, "<!--", SpecialMarkup::restricted);
    case '[':
      return literal(bytes, "<![CDATA[", SpecialMarkup::cdata);
    case 'D':
      return SpecialMarkup::restricted;
    default:
      return SpecialMarkup::malformed;
  }
}

/// How much of "xml", in any case, the target begins with.
std::size_t reserved_prefix(std::string_view target) {
  constexpr std::string_view reserved = "xml";
  std::size_t n = 0;
  while (n < reserved.size() && n < target.size() && (target[n] | 0x20) == reserved[n]) ++n;
  return n;
}

SpecialMarkup reserved_target(std::string_view target) {
  const Decoded next = decode_utf8(target.substr(3));
  if (next.status == Status::cut_off) return SpecialMarkup::undecided;
  if (next.status == Status::good && is_name_char(next.character)) return SpecialMarkup::restricted;
  return target.starts_with("xml") && is_space(target[3]) ? SpecialMarkup::declaration : SpecialMarkup::malformed;
}

SpecialMarkup instruction(std::string_view target) {
  const std::size_t reserved = reserved_prefix(target);
  if (reserved == target.size()) return SpecialMarkup::undecided;
  if (reserved == 3) return reserved_target(target);
  const Decoded first = decode_utf8(target);
  if (first.status == Status::cut_off) return SpecialMarkup::undecided;
  const bool named = first.status == Status::good && is_name_start(first.character);
  return named ? SpecialMarkup::restricted : SpecialMarkup::malformed;
}

}  // namespace

SpecialMarkup special_markup(std::string_view bytes) {
  if (bytes.size() < 3) return SpecialMarkup::undecided;
  return bytes[1] == '!' ? bang(bytes) : instruction(bytes.substr(2));
}

}  // namespace squall::parsers::xml
