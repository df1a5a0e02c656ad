// Stage 1 over the masks that an instruction set's `classify` makes of 64 bytes. Included once per instruction set,
// inside a namespace of its own; includes nothing itself. That namespace has
//     struct Block             bit masks of 64 bytes:
//         structural           < > & ' " and control bytes
//         names                name characters, colon and bytes from 0x80 on included
//         special              colon and bytes from 0x80 on
//         not_start            digits, '-' and '.'
//         lt, slash, high
//     Block classify(const char*)
//     Position* extract(std::uint64_t bits, Position first, Position* out)
//     std::uint64_t utf8_errors(const char*)   bytes where UTF-8 goes wrong; reads three bytes before them

using squall::parsers::detail::Carry;
using squall::parsers::detail::Indexed;
using squall::parsers::detail::Position;

/// Bits at which stage 2 wants to stop: the structural bytes, the end of each start tag's name, and in that name
/// whatever a plain name does not have.
static inline __attribute__((always_inline)) std::uint64_t interesting(const Block& b, std::uint64_t valid,
                                                                       std::uint64_t& after_lt,
                                                                       std::uint64_t& in_name) {
  const std::uint64_t names = b.names & valid;
  const std::uint64_t starts = (b.lt << 1 | after_lt) & ~b.slash & valid;
  unsigned long long sum = 0;
  const bool first_overflow = __builtin_uaddll_overflow(starts, names, &sum);
  const bool overflow = __builtin_uaddll_overflow(sum, in_name, &sum) | first_overflow;
  const std::uint64_t ends = sum & ~names;
  const std::uint64_t odd = (names & ~sum & b.special) | (starts & b.not_start);
  in_name = overflow | ((ends & ~valid) != 0);
  return (b.structural | ends | odd) & valid;
}

/// The same for the first block of a window, before which the bytes of `tail` came.
static std::uint64_t utf8_errors_after(const char* data, std::uint32_t tail) {
  char joined[64 + 64];
  for (int i = 0; i < 3; ++i) joined[61 + i] = static_cast<char>(tail >> (8 * (2 - i)));
  __builtin_memcpy(joined + 64, data, 64);
  return utf8_errors(joined + 64);
}

static std::uint32_t tail_after(const char* data, std::size_t size, std::uint32_t tail) {
  for (std::size_t i = size < 3 ? 0 : size - 3; i < size; ++i) {
    tail = tail << 8 | static_cast<unsigned char>(data[i]);
  }
  return tail & 0xFFFFFF;
}

static Indexed index(const char* data, std::size_t size, Position* positions, Carry& carry) {
  Position* out = positions;
  std::uint64_t after_lt = carry.after_lt;
  std::uint64_t in_name = carry.in_name;
  bool cut = (carry.tail & 0x808080) != 0;  // a sequence may go on in the next block
  for (std::size_t done = 0; done < size; done += 64) {
    const std::size_t left = size - done;
    std::uint64_t valid = ~std::uint64_t{0};
    if (__builtin_expect(left < 64, 0)) valid = (std::uint64_t{1} << left) - 1;
    const Block b = classify(data + done);
    if (__builtin_expect((b.high & valid) != 0 || cut, 0)) {
      const std::uint64_t errors = (done == 0 ? utf8_errors_after(data, carry.tail) : utf8_errors(data + done)) & valid;
      if (errors != 0) {
        const std::uint64_t before = (errors & -errors) - 1;
        out = extract(interesting(b, before, after_lt, in_name), static_cast<Position>(done), out);
        return {static_cast<std::size_t>(out - positions), done + static_cast<std::size_t>(__builtin_ctzll(errors))};
      }
      cut = (b.high & valid) >> 61 != 0;
    }
    out = extract(interesting(b, valid, after_lt, in_name), static_cast<Position>(done), out);
    after_lt = (left < 64 ? b.lt >> (left - 1) & 1 : b.lt >> 63);
  }
  carry.after_lt = static_cast<std::uint8_t>(after_lt);
  carry.in_name = static_cast<std::uint8_t>(in_name);
  carry.tail = tail_after(data, size, carry.tail);
  return {static_cast<std::size_t>(out - positions), size};
}
