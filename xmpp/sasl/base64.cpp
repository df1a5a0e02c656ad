#include "xmpp/sasl/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace squall::xmpp::sasl {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
}

/// Adds the sextets of `quartet` to `bits`; false if one is not of the alphabet.
bool read_sextets(std::string_view sextets, std::uint32_t& bits) {
  for (const char c : sextets) {
    const auto value = alphabet.find(c);
    if (value == std::string_view::npos) return false;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
  }
  return true;
}

/// Appends what one quartet stands for; `padding` of its characters are '='.
bool decode_quartet(std::string_view quartet, std::size_t padding, std::string& out) {
  std::uint32_t bits = 0;
  if (!read_sextets(quartet.substr(0, 4 - padding), bits)) return false;
  bits <<= 6 * padding;
  const std::size_t count = 3 - padding;
  for (std::size_t i = 0; i < count; ++i) out += static_cast<char>(bits >> (16 - 8 * i) & 0xFF);
  const std::uint32_t left_over = bits & ((1U << (8 * padding)) - 1);
  return left_over == 0;
}

}  // namespace

void append_base64(std::string& out, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto bits = byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    const auto used = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t k = 0; k < 4; ++k) out += k < used ? alphabet[bits >> (18 - 6 * k) & 0x3F] : '=';
  }
}

std::string base64(std::string_view bytes) {
  std::string out;
  append_base64(out, bytes);
  return out;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const auto quartet = text.substr(i, 4);
    std::size_t padding = 0;
    if (i + 4 == text.size()) padding = quartet.ends_with("==") ? 2 : quartet.ends_with('=') ? 1 : 0;
    if (!decode_quartet(quartet, padding, out)) return std::nullopt;
  }
  return out;
}

}  // namespace squall::xmpp::sasl
