#include "parsers/xml/chars.hpp"

namespace squall::parsers::xml {
namespace {

/// What may follow a lead byte of 0x80 and up: how many bytes, and between which bounds the first of them lies.
struct Lead {
  std::uint8_t size = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {2};
  if (byte == 0xE0) return {3, 0xA0};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3};
  if (byte == 0xF0) return {4, 0x90};
  if (byte < 0xF4) return {4};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {};
}

constexpr Decoded bad{Decoded::Status::bad, 0, 0};
constexpr Decoded cut_off{Decoded::Status::cut_off, 0, 0};

}  // namespace

Decoded decode_utf8(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first < 0x80) return {Decoded::Status::good, 1, first};
  Lead lead = lead_of(first);
  if (lead.size == 0) return bad;
  char32_t character = first & (0xFFu >> (lead.size + 1));
  for (std::size_t i = 1; i < lead.size; ++i) {
    if (i == bytes.size()) return cut_off;
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte < lead.low || byte > lead.high) return bad;
    character = character << 6 | (byte & 0x3Fu);
    lead.low = 0x80;
    lead.high = 0xBF;
  }
  return {Decoded::Status::good, lead.size, character};
}

}  // namespace squall::parsers::xml
