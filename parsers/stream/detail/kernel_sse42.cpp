#include <cstddef>
#include <cstdint>

#include <immintrin.h>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/known_namespaces.hpp"

// The kernel for processors with SSE4.2 and POPCNT.

namespace squall::parsers::detail {
namespace {
namespace sse42 {

using Vector = __m128i;
static inline Vector splat(int byte) {
  return _mm_set1_epi8(static_cast<char>(byte));
}
static inline Vector load(const char* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
static inline Vector look_up(const unsigned char* table, Vector index) {
  return _mm_shuffle_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(table)), index);
}
static inline Vector low_4(Vector v) {
  return _mm_and_si128(v, splat(0x0F));
}
static inline Vector shift_4(Vector v) {
  return low_4(_mm_srli_epi16(v, 4));
}
static inline Vector both(Vector a, Vector b) {
  return _mm_and_si128(a, b);
}
static inline Vector either(Vector a, Vector b) {
  return _mm_or_si128(a, b);
}
static inline Vector exclusive(Vector a, Vector b) {
  return _mm_xor_si128(a, b);
}
static inline Vector minus(Vector a, Vector b) {
  return _mm_subs_epu8(a, b);
}
static inline Vector equal(Vector a, Vector b) {
  return _mm_cmpeq_epi8(a, b);
}

#include "parsers/stream/detail/utf8_vector.hpp"

static inline std::uint64_t top_bits(Vector v) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(v));
}

struct Bytes {
  Vector of[4];
};

static inline Bytes load_block(const char* p) {
  return {{load(p), load(p + 16), load(p + 32), load(p + 48)}};
}
static inline void store_block(char* p, const Bytes& bytes) {
  for (int i = 0; i < 4; ++i) _mm_storeu_si128(reinterpret_cast<__m128i*>(p + 16 * i), bytes.of[i]);
}

template <class Test>
static inline __attribute__((always_inline)) std::uint64_t mask_of(const Bytes& bytes, Test test) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 4; ++i) mask |= top_bits(test(bytes.of[i])) << (16 * i);
  return mask;
}

#include "parsers/stream/detail/kinds_nibbles.hpp"

static inline std::uint64_t utf8_errors(const char* p) {
  std::uint64_t good = 0;
  for (unsigned i = 0; i < 64; i += 16) good |= top_bits(equal(utf8_faults(p + i), splat(0))) << i;
  return ~good;
}

static inline __attribute__((always_inline)) Position* extract(std::uint64_t bits, Position first, Position* out) {
  for (; bits != 0; bits &= bits - 1) *out++ = static_cast<Position>(first + __builtin_ctzll(bits));
  return out;
}

/// True if `size` bytes, at most 64, are the same; zeros follow those of `name`.
static inline bool same_64(const char* data, const char* name, std::uint64_t size) {
  std::uint64_t same = 0;
  for (unsigned i = 0; i < 64; i += 16) same |= top_bits(equal(load(data + i), load(name + i))) << i;
  return ((~same) << (64 - size)) == 0;
}

#include "parsers/stream/detail/index.hpp"
#include "parsers/stream/detail/walk.hpp"

}  // namespace sse42
}  // namespace

extern const Kernel sse42_kernel;
const Kernel sse42_kernel{"sse42", sse42::index, sse42::walk};

}  // namespace squall::parsers::detail
