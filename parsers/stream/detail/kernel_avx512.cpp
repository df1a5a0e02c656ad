#include <cstddef>
#include <cstdint>

#include <immintrin.h>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/known_namespaces.hpp"

// The kernel for processors with AVX-512 (BW, VBMI, VBMI2) and BMI2.

namespace squall::parsers::detail {
namespace {
namespace avx512 {

enum Class : unsigned char { structural = 1, name = 2, lt = 4, slash = 8 };

constexpr unsigned char class_of(unsigned c) {
  if (c == '<') return structural | lt;
  if (c < 0x20 || c == '>' || c == '&' || c == '\'' || c == '"') return structural;
  if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_') return name;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return name;
  return c == '/' ? slash : 0;
}

struct Classes {
  alignas(64) unsigned char of[128];
};

constexpr Classes make_classes() {
  Classes classes{};
  for (unsigned c = 0; c < 128; ++c) classes.of[c] = class_of(c);
  return classes;
}

constexpr Classes classes = make_classes();

struct Iota {
  alignas(64) unsigned char of[64];
};

constexpr Iota make_iota() {
  Iota iota{};
  for (unsigned i = 0; i < 64; ++i) iota.of[i] = static_cast<unsigned char>(i);
  return iota;
}

constexpr Iota iota = make_iota();

static inline __m512i splat(int byte) {
  return _mm512_set1_epi8(static_cast<char>(byte));
}

using Bytes = __m512i;

static inline Bytes load_block(const char* p) {
  return _mm512_loadu_si512(p);
}
static inline Bytes load_part(const char* p, std::size_t size) {
  return _mm512_maskz_loadu_epi8(_bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(size)), p);
}
static inline void store_block(char* p, const Bytes& bytes) {
  _mm512_storeu_si512(p, bytes);
}

struct Kinds {
  __m512i of;
  std::uint64_t high;
};

static inline Kinds classify(const Bytes& bytes) {
  const std::uint64_t high = _mm512_movepi8_mask(bytes);
  return {
      _mm512_maskz_permutex2var_epi8(~high, _mm512_load_si512(classes.of), bytes, _mm512_load_si512(classes.of + 64)),
      high};
}

static inline std::uint64_t high_of(const Kinds& kinds) {
  return kinds.high;
}
static inline std::uint64_t structural_of(const Kinds& kinds) {
  return _mm512_test_epi8_mask(kinds.of, splat(structural));
}
static inline std::uint64_t names_of(const Kinds& kinds) {
  return _mm512_test_epi8_mask(kinds.of, splat(name));
}
static inline std::uint64_t lt_of(const Kinds& kinds) {
  return _mm512_test_epi8_mask(kinds.of, splat(lt));
}
static inline std::uint64_t slash_of(const Kinds& kinds) {
  return _mm512_test_epi8_mask(kinds.of, splat(slash));
}

static inline __attribute__((always_inline)) Position* extract(std::uint64_t bits, Position first, Position* out) {
  const __m512i packed = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(iota.of));
  const __m512i base = _mm512_set1_epi16(static_cast<short>(first));
  const auto count = static_cast<std::size_t>(__builtin_popcountll(bits));
  const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(packed));
  _mm512_storeu_si512(out, _mm512_add_epi16(low, base));
  if (__builtin_expect(count > 32, 0)) {
    const __m512i rest = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(packed, 1));
    _mm512_storeu_si512(out + 32, _mm512_add_epi16(rest, base));
  }
  return out + count;
}

using Vector = __m512i;
static inline Vector load(const char* p) {
  return _mm512_loadu_si512(p);
}
static inline Vector look_up(const unsigned char* table, Vector index) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(table))), index);
}
static inline Vector low_4(Vector v) {
  return _mm512_and_si512(v, splat(0x0F));
}
static inline Vector shift_4(Vector v) {
  return low_4(_mm512_srli_epi16(v, 4));
}
static inline Vector both(Vector a, Vector b) {
  return _mm512_and_si512(a, b);
}
static inline Vector either(Vector a, Vector b) {
  return _mm512_or_si512(a, b);
}
static inline Vector exclusive(Vector a, Vector b) {
  return _mm512_xor_si512(a, b);
}
static inline Vector minus(Vector a, Vector b) {
  return _mm512_subs_epu8(a, b);
}
static inline Vector equal(Vector a, Vector b) {
  return _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b));
}

#include "parsers/stream/detail/utf8_vector.hpp"

static inline std::uint64_t utf8_errors(const char* p) {
  const Vector faults = utf8_faults(p);
  return _mm512_test_epi8_mask(faults, faults);
}

/// True if `size` bytes, at most 64, are the same.
static inline bool same_64(const char* data, const char* name, std::uint64_t size) {
  const __mmask64 wanted = _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(size));
  return _mm512_mask_cmpneq_epi8_mask(wanted, _mm512_loadu_si512(data), _mm512_load_si512(name)) == 0;
}

#include "parsers/stream/detail/index.hpp"
#include "parsers/stream/detail/walk.hpp"

}  // namespace avx512
}  // namespace

extern const Kernel avx512_kernel;
const Kernel avx512_kernel{"avx512", avx512::index, avx512::walk};

}  // namespace squall::parsers::detail
