#include "parsers/stream/detail/utf8.hpp"

namespace squall::parsers::detail {
namespace {

/// Where a reader of UTF-8 stands: how many bytes are still to come, and what the next one may be.
class Reader {
 public:
  /// False if the byte may not come here.
  bool take(unsigned char c) {
    if (missing_ == 0) return begin(c);
    if (c < low_ || c > high_) return false;
    low_ = 0x80;
    high_ = 0xBF;
    if (missing_ == 2 && lead_ == 0xEF && c == 0xBF) no_last_ = true;
    if (missing_ == 1 && no_last_) {
      no_last_ = false;
      if (c >= 0xBE) return false;
    }
    --missing_;
    return true;
  }

 private:
  bool begin(unsigned char c) {
    lead_ = c;
    no_last_ = false;
    low_ = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    high_ = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    missing_ = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    return c < 0x80 || (c >= 0xC2 && c <= 0xF4);
  }

  unsigned missing_ = 0;
  unsigned char lead_ = 0, low_ = 0, high_ = 0;
  bool no_last_ = false;  // EF BF was read: BE and BF may not follow
};

/// A reader that has read the sequence left unfinished in `tail`, if there is one.
Reader resumed(std::uint32_t tail) {
  Reader reader;
  for (unsigned back = 3; back > 0; --back) {
    const auto c = static_cast<unsigned char>(tail >> (8 * (back - 1)));
    const unsigned size = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (size <= back) continue;
    for (; back > 0; --back) reader.take(static_cast<unsigned char>(tail >> (8 * (back - 1))));
    break;
  }
  return reader;
}

}  // namespace

std::size_t well_formed_prefix(const char* data, std::size_t size, std::uint32_t tail) {
  Reader reader = resumed(tail);
  for (std::size_t i = 0; i < size; ++i) {
    if (!reader.take(static_cast<unsigned char>(data[i]))) return i;
  }
  return size;
}

}  // namespace squall::parsers::detail
