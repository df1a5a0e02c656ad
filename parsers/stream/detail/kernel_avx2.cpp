#include <cstddef>
#include <cstdint>

#include <immintrin.h>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/known_namespaces.hpp"

// The kernel for processors with AVX2, BMI1 and BMI2.

namespace squall::parsers::detail {
namespace {
namespace avx2 {

using Vector = __m256i;
static inline Vector splat(int byte) {
  return _mm256_set1_epi8(static_cast<char>(byte));
}
static inline Vector load(const char* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
static inline Vector look_up(const unsigned char* table, Vector index) {
  const __m128i half = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), index);
}
static inline Vector low_4(Vector v) {
  return _mm256_and_si256(v, splat(0x0F));
}
static inline Vector shift_4(Vector v) {
  return low_4(_mm256_srli_epi16(v, 4));
}
static inline Vector both(Vector a, Vector b) {
  return _mm256_and_si256(a, b);
}
static inline Vector either(Vector a, Vector b) {
  return _mm256_or_si256(a, b);
}
static inline Vector exclusive(Vector a, Vector b) {
  return _mm256_xor_si256(a, b);
}
static inline Vector minus(Vector a, Vector b) {
  return _mm256_subs_epu8(a, b);
}
static inline Vector equal(Vector a, Vector b) {
  return _mm256_cmpeq_epi8(a, b);
}

#include "parsers/stream/detail/utf8_vector.hpp"

static inline std::uint64_t top_bits(Vector low, Vector high) {
  const auto a = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
  const auto b = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
  return a | std::uint64_t{b} << 32;
}

struct Bytes {
  Vector of[2];
};

static inline Bytes load_block(const char* p) {
  return {{load(p), load(p + 32)}};
}
static inline void store_block(char* p, const Bytes& bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), bytes.of[0]);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 32), bytes.of[1]);
}

template <class Test>
static inline __attribute__((always_inline)) std::uint64_t mask_of(const Bytes& bytes, Test test) {
  return top_bits(test(bytes.of[0]), test(bytes.of[1]));
}

#include "parsers/stream/detail/kinds_nibbles.hpp"

static inline std::uint64_t utf8_errors(const char* p) {
  const Vector a = equal(utf8_faults(p), splat(0));
  const Vector b = equal(utf8_faults(p + 32), splat(0));
  return ~top_bits(a, b);
}

static inline __attribute__((always_inline)) Position* extract(std::uint64_t bits, Position first, Position* out) {
  const auto count = static_cast<std::size_t>(__builtin_popcountll(bits));
  Position* const behind = out + count;
  do {
    for (int i = 0; i < 8; ++i) {
      out[i] = static_cast<Position>(first + _tzcnt_u64(bits));
      bits = _blsr_u64(bits);
    }
    out += 8;
  } while (__builtin_expect(bits != 0, 0));
  return behind;
}

/// True if `size` bytes, at most 64, are the same; zeros follow those of `name`.
static inline bool same_64(const char* data, const char* name, std::uint64_t size) {
  const std::uint64_t same = top_bits(equal(load(data), load(name)), equal(load(data + 32), load(name + 32)));
  return _bzhi_u64(~same, static_cast<unsigned>(size)) == 0;
}

#include "parsers/stream/detail/index.hpp"
#include "parsers/stream/detail/walk.hpp"

}  // namespace avx2
}  // namespace

extern const Kernel avx2_kernel;
const Kernel avx2_kernel{"avx2", avx2::index, avx2::walk};

}  // namespace squall::parsers::detail
