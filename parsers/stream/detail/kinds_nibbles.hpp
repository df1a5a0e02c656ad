// Classes of bytes by looking up both their nibbles. Included inside the namespace of an instruction set, which has the
// type Vector and the operations that utf8_vector.hpp names, Bytes, load_block, and mask_of(Bytes, test): the top bits
// of what `test` makes of each vector.

namespace nibbles {

enum : unsigned char {
  structural_2 = 1,  // " & '
  structural_3 = 2,  // < >
  control = 4,
  name_2 = 8,       // - .
  name_3 = 16,      // digits
  letters_46 = 32,  // A to O, a to o
  letters_57 = 64,  // P to Z, p to z
  underscore = 128
};

alignas(16) constexpr unsigned char low[16] = {
    control | name_3 | letters_57,                              // 0 P p
    control | name_3 | letters_46 | letters_57,                 // 1 A a Q q
    control | name_3 | letters_46 | letters_57 | structural_2,  // 2 B "
    control | name_3 | letters_46 | letters_57,                 // 3
    control | name_3 | letters_46 | letters_57,                 // 4
    control | name_3 | letters_46 | letters_57,                 // 5
    control | name_3 | letters_46 | letters_57 | structural_2,  // 6 &
    control | name_3 | letters_46 | letters_57 | structural_2,  // 7 '
    control | name_3 | letters_46 | letters_57,                 // 8
    control | name_3 | letters_46 | letters_57,                 // 9
    control | letters_46 | letters_57,                          // : J Z
    control | letters_46,                                       // K
    control | letters_46 | structural_3,                        // L <
    control | letters_46 | name_2,                              // M -
    control | letters_46 | name_2 | structural_3,               // N . >
    control | letters_46 | underscore,                          // O _
};
alignas(16) constexpr unsigned char high[16] = {control,
                                                control,
                                                structural_2 | name_2,
                                                structural_3 | name_3,
                                                letters_46,
                                                letters_57 | underscore,
                                                letters_46,
                                                letters_57,
                                                0,
                                                0,
                                                0,
                                                0,
                                                0,
                                                0,
                                                0,
                                                0};

}  // namespace nibbles

struct Kinds {
  Bytes bytes;
  Bytes of;
};

static inline __attribute__((always_inline)) Kinds classify(const Bytes& bytes) {
  Kinds kinds{bytes, bytes};
  for (Vector& v : kinds.of.of) v = both(look_up(nibbles::low, v), look_up(nibbles::high, shift_4(v)));
  return kinds;
}

/// Bytes that have one of these kinds.
static inline __attribute__((always_inline)) std::uint64_t any_of(const Kinds& kinds, int wanted) {
  return ~mask_of(kinds.of, [wanted](Vector v) { return equal(both(v, splat(wanted)), splat(0)); });
}

static inline __attribute__((always_inline)) std::uint64_t equal_to(const Kinds& kinds, char byte) {
  return mask_of(kinds.bytes, [byte](Vector v) { return equal(v, splat(byte)); });
}

static inline std::uint64_t high_of(const Kinds& kinds) {
  return mask_of(kinds.bytes, [](Vector v) { return v; });
}
static inline std::uint64_t structural_of(const Kinds& kinds) {
  return any_of(kinds, nibbles::structural_2 | nibbles::structural_3 | nibbles::control);
}
static inline std::uint64_t names_of(const Kinds& kinds) {
  return any_of(kinds,
                nibbles::name_2 | nibbles::name_3 | nibbles::letters_46 | nibbles::letters_57 | nibbles::underscore);
}
static inline std::uint64_t lt_of(const Kinds& kinds) {
  return equal_to(kinds, '<');
}
static inline std::uint64_t slash_of(const Kinds& kinds) {
  return equal_to(kinds, '/');
}

/// Reads `size` bytes, under 64.
static inline Bytes load_part(const char* p, std::size_t size) {
  char whole[64] = {};
  __builtin_memcpy(whole, p, size);
  return load_block(whole);
}
