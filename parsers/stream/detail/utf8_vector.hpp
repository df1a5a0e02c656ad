// UTF-8 and XML Char by table look-up over vectors, after J. Keiser and D. Lemire, "Validating UTF-8 in less than one
// instruction per byte" (2021). Included once per instruction set, inside a namespace of its own; includes nothing
// itself. That namespace has the type Vector and look_up, load, both, either, minus (saturating), shift_4, equal, splat
// and top_bits.

namespace utf8 {

// Each bit of the look-up's result is one way to go wrong over two bytes.
enum : unsigned char {
  too_short = 1,
  too_long = 2,
  overlong_3 = 4,
  too_large = 8,
  surrogate = 16,
  overlong_2 = 32,
  overlong_4 = 64,  // also F5 to FF and 8x
  two_continuations = 128,
  always = too_short | too_long | two_continuations
};

alignas(16) constexpr unsigned char first_high[16] = {too_long,
                                                      too_long,
                                                      too_long,
                                                      too_long,
                                                      too_long,
                                                      too_long,
                                                      too_long,
                                                      too_long,
                                                      two_continuations,
                                                      two_continuations,
                                                      two_continuations,
                                                      two_continuations,
                                                      too_short | overlong_2,
                                                      too_short,
                                                      too_short | overlong_3 | surrogate,
                                                      too_short | too_large | overlong_4};
alignas(16) constexpr unsigned char first_low[16] = {always | overlong_3 | overlong_2 | overlong_4,
                                                     always | overlong_2,
                                                     always,
                                                     always,
                                                     always | too_large,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4 | surrogate,
                                                     always | too_large | overlong_4,
                                                     always | too_large | overlong_4};
alignas(16) constexpr unsigned char second_high[16] = {
    too_short,
    too_short,
    too_short,
    too_short,
    too_short,
    too_short,
    too_short,
    too_short,
    too_long | overlong_2 | two_continuations | overlong_3 | overlong_4,
    too_long | overlong_2 | two_continuations | overlong_3 | too_large,
    too_long | overlong_2 | two_continuations | surrogate | too_large,
    too_long | overlong_2 | two_continuations | surrogate | too_large,
    too_short,
    too_short,
    too_short,
    too_short};

}  // namespace utf8

/// Zero in every byte of the vector at `p` at which the text is still well formed.
static inline Vector utf8_faults(const char* p) {
  const Vector now = load(p);
  const Vector one = load(p - 1);
  const Vector two = load(p - 2);
  const Vector three = load(p - 3);
  const Vector pairs = both(both(look_up(utf8::first_high, shift_4(one)), look_up(utf8::first_low, low_4(one))),
                            look_up(utf8::second_high, shift_4(now)));
  const Vector third_or_fourth =
      both(either(minus(two, splat(0xE0 - 0x80)), minus(three, splat(0xF0 - 0x80))), splat(0x80));
  const Vector never = either(minus(now, splat(0xF4)), equal(both(now, splat(0xFE)), splat(0xC0)));
  const Vector no_char =
      both(both(equal(two, splat(0xEF)), equal(one, splat(0xBF))), equal(either(now, splat(1)), splat(0xBF)));
  return either(either(exclusive(pairs, third_or_fourth), never), no_char);
}
