// Stage 1 over blocks of 64 bytes. Included once per instruction set, inside a namespace of its own; includes nothing
// itself. That namespace has
//     Bytes                        64 bytes
//     Bytes load_block(const char*), load_part(const char*, std::size_t size)   the latter reads `size` bytes, under 64
//     void store_block(char*, const Bytes&)
//     Kinds                        what classify(Bytes) finds out about 64 bytes, and bit masks of it:
//         structural_of            < > & ' " and control bytes
//         names_of                 ASCII name characters, without the colon
//         lt_of, slash_of, high_of
//     Position* extract(std::uint64_t bits, Position first, Position* out)
//     std::uint64_t utf8_errors(const char*)   bytes where UTF-8 goes wrong; reads three bytes before them

using squall::parsers::detail::Carry;
using squall::parsers::detail::Indexed;
using squall::parsers::detail::Position;

/// What the index knows between two blocks.
struct Border {
  std::uint64_t after_lt;
  std::uint64_t in_name;
  std::uint64_t quiet;  // so many blocks without a name lie behind it
};

/// Text shorter than this is not worth a guess of its own about where it ends.
constexpr std::uint64_t long_text = 4;  // blocks

/// Bits at which stage 2 wants to stop: the structural bytes, and in each start tag the first byte that is not of a
/// plain name.
static inline __attribute__((always_inline)) std::uint64_t interesting(const Kinds& kinds, std::uint64_t valid,
                                                                       Border& border) {
  const std::uint64_t lt = lt_of(kinds);
  const std::uint64_t structural = structural_of(kinds) & valid;
  const bool quiet = (lt | border.after_lt | border.in_name) == 0;
  if (__builtin_expect(border.quiet > long_text, 0) && quiet) return structural;
  border.quiet = quiet ? border.quiet + 1 : 0;
  const std::uint64_t names = names_of(kinds) & valid;
  const std::uint64_t starts = (lt << 1 | border.after_lt) & ~slash_of(kinds) & valid;
  unsigned long long sum = 0;
  const bool first_overflow = __builtin_uaddll_overflow(starts, names, &sum);
  const bool overflow = __builtin_uaddll_overflow(sum, border.in_name, &sum) | first_overflow;
  const std::uint64_t ends = sum & ~names;
  border.in_name = overflow | ((ends & ~valid) != 0);
  border.after_lt = (lt & (valid ^ valid >> 1)) != 0;
  return structural | (ends & valid);
}

/// The same for the first block of a window, before which the bytes of `tail` came.
static std::uint64_t utf8_errors_after(const char* data, std::uint32_t tail) {
  char joined[64 + 64];
  for (int i = 0; i < 3; ++i) joined[61 + i] = static_cast<char>(tail >> (8 * (2 - i)));
  __builtin_memcpy(joined + 64, data, 64);
  return utf8_errors(joined + 64);
}

static inline std::uint32_t tail_after(const char* data, std::size_t size, std::uint32_t tail) {
  if (size >= 4) {
    __builtin_memcpy(&tail, data + size - 4, 4);
    return __builtin_bswap32(tail) & 0xFFFFFF;
  }
  for (std::size_t i = size < 3 ? 0 : size - 3; i < size; ++i) {
    tail = tail << 8 | static_cast<unsigned char>(data[i]);
  }
  return tail & 0xFFFFFF;
}

template <bool copies>
static inline __attribute__((always_inline)) Indexed index_blocks(const char* from, char* to, std::size_t size,
                                                                  Position* positions, Position first, Carry& carry) {
  Position* out = positions;
  Border border{carry.after_lt, carry.in_name, 0};
  bool cut = (carry.tail & 0x808080) != 0;  // a sequence may go on in the next block
  for (std::size_t done = 0; done < size; done += 64) {
    const std::size_t left = size - done;
    const bool part = __builtin_expect(left < 64, 0);
    const std::uint64_t valid = part ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    const Bytes bytes = part ? load_part(from + done, left) : load_block(from + done);
    if constexpr (copies) store_block(to + done, bytes);
    const Kinds kinds = classify(bytes);
    const std::uint64_t high = high_of(kinds);
    if (__builtin_expect(high != 0 || cut, 0)) {
      const char* text = (copies ? to : from) + done;
      const std::uint64_t errors = (done == 0 ? utf8_errors_after(text, carry.tail) : utf8_errors(text)) & valid;
      if (errors != 0) {
        const std::uint64_t before = (errors & -errors) - 1;
        out = extract(interesting(kinds, before, border), static_cast<Position>(first + done), out);
        return {static_cast<std::size_t>(out - positions), done + static_cast<std::size_t>(__builtin_ctzll(errors))};
      }
      cut = high >> 61 != 0;
    }
    out = extract(interesting(kinds, valid, border), static_cast<Position>(first + done), out);
  }
  carry.after_lt = static_cast<std::uint8_t>(border.after_lt);
  carry.in_name = static_cast<std::uint8_t>(border.in_name);
  carry.tail = tail_after(from, size, carry.tail);
  return {static_cast<std::size_t>(out - positions), size};
}

static Indexed index(const char* data, std::size_t size, char* copy, Position* positions, Position first,
                     Carry& carry) {
  return copy != nullptr ? index_blocks<true>(data, copy, size, positions, first, carry)
                         : index_blocks<false>(data, nullptr, size, positions, first, carry);
}
