// Stage 1 over the masks that an instruction set's `classify` makes of 64 bytes. Included once per instruction set,
// inside a namespace of its own; includes nothing itself.
// `Block` has the bit masks
//     structural  < > & ' " and control bytes
//     names       name characters, colon and bytes from 0x80 on included
//     special     colon and bytes from 0x80 on
//     not_start   digits, '-' and '.'
//     lt, slash, high

using squall::parsers::detail::Carry;
using squall::parsers::detail::Indexed;
using squall::parsers::detail::Position;

/// Bits at which stage 2 wants to stop: the structural bytes, the end of each start tag's name, and in that name
/// whatever a plain name does not have.
static inline std::uint64_t interesting(const Block& b, std::uint64_t valid, Carry& carry) {
  const std::uint64_t names = b.names & valid;
  const std::uint64_t starts = (b.lt << 1 | carry.after_lt) & ~b.slash & valid;
  const std::uint64_t with_starts = starts + names;
  const std::uint64_t sum = with_starts + carry.in_name;
  const bool overflow = with_starts < starts || sum < with_starts;
  const std::uint64_t ends = sum & ~names;
  const std::uint64_t odd = (names & ~sum & b.special) | (starts & b.not_start);
  carry.in_name = valid == ~std::uint64_t{0} ? overflow : (ends & ~valid) != 0;
  return (b.structural | ends | odd) & valid;
}

static Indexed index(const char* data, std::size_t size, Position* positions, Carry& carry) {
  Position* out = positions;
  std::size_t good = size;
  for (std::size_t done = 0; done < size; done += 64) {
    const std::size_t left = size - done;
    const std::uint64_t valid = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    const Block b = classify(data + done);
    const std::size_t n = left >= 64 ? 64 : left;
    const bool cut = (carry.tail & 0x80) != 0;
    if ((b.high & valid) != 0 || cut) {
      const std::size_t prefix = check_utf8(data + done, n, carry.tail);
      if (prefix != n) {
        const std::uint64_t before = (std::uint64_t{1} << prefix) - 1;
        out = extract(interesting(b, before, carry), static_cast<Position>(done), out);
        good = done + prefix;
        break;
      }
    }
    carry.tail = tail_of(data + done, n, carry.tail);
    out = extract(interesting(b, valid, carry), static_cast<Position>(done), out);
    carry.after_lt = (b.lt & valid) >> (n - 1) & 1;
  }
  return {static_cast<std::size_t>(out - positions), good};
}
