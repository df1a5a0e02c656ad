// Classes of bytes by looking up both their nibbles. Included inside the namespace of an instruction set, which has the
// type Vector and the operations that utf8_vector.hpp names, and top_bits(Vector, Vector...) of 64 bytes.

namespace nibbles {

enum : unsigned char {
  structural_2 = 1,  // " & '
  structural_3 = 2,  // < >
  control = 4,
  name_2 = 8,       // - .
  name_3 = 16,      // digits, colon
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
    control | name_3 | letters_46 | letters_57,                 // : J Z
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

struct Block {
  std::uint64_t structural, names, special, not_start, lt, slash, high;
};

/// The classes of the vector at `p`.
struct Classes {
  Vector structural, names, colon, not_start, lt, slash, bytes;  // top bit of each byte
};

static inline __attribute__((always_inline)) Classes classes_of(const char* p) {
  Classes c;
  c.bytes = load(p);
  const Vector kinds = both(look_up(nibbles::low, c.bytes), look_up(nibbles::high, shift_4(c.bytes)));
  const Vector none = splat(0);
  c.structural = equal(both(kinds, splat(nibbles::structural_2 | nibbles::structural_3 | nibbles::control)), none);
  c.names = equal(both(kinds, splat(nibbles::name_2 | nibbles::name_3 | nibbles::letters_46 | nibbles::letters_57 |
                                    nibbles::underscore)),
                  none);
  c.not_start = equal(both(kinds, splat(nibbles::name_2 | nibbles::name_3)), none);
  c.colon = equal(c.bytes, splat(':'));
  c.lt = equal(c.bytes, splat('<'));
  c.slash = equal(c.bytes, splat('/'));
  return c;
}
