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

enum Class : std::uint8_t { structural = 1, name = 2, lt = 4, slash = 8, high = 16 };

struct Classes {
  std::uint8_t of[256];
};

constexpr std::uint8_t class_of(unsigned c) {
  if (c >= 0x80) return high;
  if (c == '<') return structural | lt;
  if (c < 0x20 || c == '>' || c == '&' || c == '\'' || c == '"') return structural;
  if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_') return name;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return name;
  return c == '/' ? slash : 0;
}

constexpr Classes make_classes() {
  Classes classes{};
  for (unsigned c = 0; c < 256; ++c) classes.of[c] = class_of(c);
  return classes;
}

constexpr Classes classes = make_classes();

struct Bytes {
  unsigned char of[64];
};

inline Bytes load_part(const char* p, std::size_t size) {
  Bytes bytes{};
  __builtin_memcpy(bytes.of, p, size);
  return bytes;
}
inline Bytes load_block(const char* p) {
  return load_part(p, 64);
}
inline void store_block(char* p, const Bytes& bytes) {
  __builtin_memcpy(p, bytes.of, 64);
}

/// The class of each byte, eight to a word.
struct Kinds {
  std::uint64_t of[8];
};

inline Kinds classify(const Bytes& bytes) {
  Kinds kinds{};
  for (unsigned i = 0; i < 64; ++i) kinds.of[i / 8] |= std::uint64_t{classes.of[bytes.of[i]]} << (i % 8 * 8);
  return kinds;
}

/// Which bytes are of the class that is bit `bit`.
inline std::uint64_t gather(const Kinds& kinds, unsigned bit) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint64_t bits = kinds.of[i] >> bit & 0x0101'0101'0101'0101u;
    mask |= (bits * 0x0102'0408'1020'4080u >> 56) << (8 * i);
  }
  return mask;
}

inline std::uint64_t structural_of(const Kinds& kinds) {
  return gather(kinds, 0);
}
inline std::uint64_t names_of(const Kinds& kinds) {
  return gather(kinds, 1);
}
inline std::uint64_t lt_of(const Kinds& kinds) {
  return gather(kinds, 2);
}
inline std::uint64_t slash_of(const Kinds& kinds) {
  return gather(kinds, 3);
}
inline std::uint64_t high_of(const Kinds& kinds) {
  return gather(kinds, 4);
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
