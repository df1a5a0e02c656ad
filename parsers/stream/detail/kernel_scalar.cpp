#include <cstddef>
#include <cstdint>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/known_namespaces.hpp"
#include "parsers/stream/detail/utf8.hpp"

// The portable kernel.

namespace squall::parsers::detail {
namespace {
namespace scalar {

struct Block {
  std::uint64_t structural, names, special, not_start, lt, slash, high;
};

enum Class : std::uint8_t { structural = 1, name = 2, special = 4, not_start = 8, lt = 16, slash = 32, high = 64 };

struct Classes {
  std::uint8_t of[256];
};

constexpr std::uint8_t class_of(unsigned c) {
  if (c >= 0x80) return name | special | high;
  if (c == '<') return structural | lt;
  if (c < 0x20 || c == '>' || c == '&' || c == '\'' || c == '"') return structural;
  if (c == ':') return name | special;
  if ((c >= '0' && c <= '9') || c == '-' || c == '.') return name | not_start;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return name;
  return c == '/' ? slash : 0;
}

constexpr Classes make_classes() {
  Classes classes{};
  for (unsigned c = 0; c < 256; ++c) classes.of[c] = class_of(c);
  return classes;
}

constexpr Classes classes = make_classes();

/// Bit `bit` of each of eight bytes, as eight bits.
inline std::uint64_t gather(std::uint64_t bytes, unsigned bit) {
  return (bytes >> bit & 0x0101'0101'0101'0101u) * 0x0102'0408'1020'4080u >> 56;
}

inline Block classify(const char* data) {
  Block b{};
  for (unsigned i = 0; i < 64; i += 8) {
    std::uint64_t eight = 0;
    for (unsigned k = 0; k < 8; ++k) {
      eight |= std::uint64_t{classes.of[static_cast<unsigned char>(data[i + k])]} << (8 * k);
    }
    b.structural |= gather(eight, 0) << i;
    b.names |= gather(eight, 1) << i;
    b.special |= gather(eight, 2) << i;
    b.not_start |= gather(eight, 3) << i;
    b.lt |= gather(eight, 4) << i;
    b.slash |= gather(eight, 5) << i;
    b.high |= gather(eight, 6) << i;
  }
  return b;
}

inline Position* extract(std::uint64_t bits, Position first, Position* out) {
  for (; bits != 0; bits &= bits - 1) *out++ = static_cast<Position>(first + __builtin_ctzll(bits));
  return out;
}

inline std::uint64_t utf8_errors(const char* p) {
  std::uint32_t tail = 0;
  for (int i = 3; i > 0; --i) tail = tail << 8 | static_cast<unsigned char>(p[-i]);
  const std::size_t good = well_formed_prefix(p, 64, tail);
  return good == 64 ? 0 : std::uint64_t{1} << good;
}

inline bool same_64(const char* data, const char* name, std::uint64_t size) {
  return __builtin_memcmp(data, name, size) == 0;
}

#include "parsers/stream/detail/index.hpp"
#include "parsers/stream/detail/walk.hpp"

}  // namespace scalar
}  // namespace

const Kernel scalar_kernel{"scalar", scalar::index, scalar::walk};

}  // namespace squall::parsers::detail
