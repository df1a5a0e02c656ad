// Stage 2, the part that every stanza goes through. Included once per instruction set, inside a namespace of its own,
// which has `bool same_64(const char* data, const char* name, std::uint64_t size)`; includes nothing itself.
// Whatever is unusual is left to the common code, from a state in which that can take over: the functions below that
// return bool say false for it, and have then changed nothing but the state. They know no limits: Machine::is_fast().

using squall::parsers::detail::known_attributes;
using squall::parsers::detail::known_namespace_slot;
using squall::parsers::detail::known_namespaces;
using squall::parsers::detail::KnownAttribute;
using squall::parsers::detail::longest_quick_name;
using squall::parsers::detail::most_kept_bytes;
using squall::parsers::detail::most_kept_positions;
using squall::parsers::detail::Open;
using squall::parsers::detail::Position;
using squall::parsers::detail::Ready;
using squall::parsers::detail::Slot;
using squall::parsers::detail::State;
using squall::parsers::detail::StepKind;
using squall::parsers::detail::Walk;

#define SQUALL_INLINE static inline __attribute__((always_inline))
#define SQUALL_UNLIKELY(condition) __builtin_expect((condition), 0)

// ---- words ----

SQUALL_INLINE std::uint64_t load8(const char* p) {
  std::uint64_t v;
  __builtin_memcpy(&v, p, 8);
  return v;
}

/// The first `size` of eight bytes, the others zero; `size` is under 32.
SQUALL_INLINE std::uint64_t masked(std::uint64_t bytes, std::uint64_t size) {
#ifdef __BMI2__
  return _bzhi_u64(bytes, static_cast<unsigned>(size * 8));
#else
  return size >= 8 ? bytes : bytes & ((std::uint64_t{1} << (8 * size)) - 1);
#endif
}

SQUALL_INLINE std::uint64_t address(const char* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

SQUALL_INLINE std::uint64_t distance(const char* from, const char* to) {
  return static_cast<std::uint64_t>(to - from);
}

// ---- events ----

constexpr std::uint64_t value_kind = std::uint64_t{2} << 48;
constexpr std::uint64_t text_kind = std::uint64_t{3} << 48;
constexpr std::uint64_t end_kind = std::uint64_t{4} << 48;
constexpr std::uint64_t decode_as_value = std::uint64_t{3} << 56;
constexpr std::uint64_t decode_as_text = std::uint64_t{1} << 56;

SQUALL_INLINE void put(Slot* s, std::uint64_t word, std::uint64_t rest) {
  s->word = word;
  s->rest = rest;
}

SQUALL_INLINE const char* slot_data(const Slot& slot) {
  return reinterpret_cast<const char*>(slot.word & 0xFFFF'FFFF'FFFFu);
}

// ---- the walk ----

/// The part of Walk that is to stay in registers.
struct Cursor {
  const char* base;
  const Position* at;
  const Position* end;
  Slot* out;
  Open* top;
  const char* mark;
  const char* tag;
  Slot* first;
  std::uint64_t ns;
  std::uint64_t seen;
  std::uint64_t decoding;  // of the run of text, as in an event
  State state;

  const char* here() const { return base + *at; }
};

/// True if the `size` bytes at both places, more than eight, are the same; the first eight are known to be.
SQUALL_INLINE bool same_rest(const char* a, const char* b, std::uint64_t size) {
  for (std::uint64_t i = 8; SQUALL_UNLIKELY(i + 8 < size); i += 8) {
    if (load8(a + i) != load8(b + i)) return false;
  }
  return load8(a + size - 8) == load8(b + size - 8);
}

/// True if the bytes behind an `&` are one of the five entities' names and a semicolon.
SQUALL_INLINE bool is_predefined(std::uint64_t w) {
  const std::uint64_t three = w & 0xFF'FFFF;
  const std::uint64_t four = w & 0xFFFF'FFFF;
  const std::uint64_t five = w & 0xFF'FFFF'FFFF;
  return (three == 0x3B746C) | (three == 0x3B7467) | (four == 0x3B706D61) | (five == 0x3B736F7061) |
         (five == 0x3B746F7571);
}

/// True if a character reference to a Char, of few digits, stands at `p`, an `&`; false leaves it to the common code.
static __attribute__((noinline)) bool is_short_number(const char* p, const char* data_end) {
  if (data_end - p < 12 || p[1] != '#') return false;
  const bool hex = p[2] == 'x';
  const char* digit = p + (hex ? 3 : 2);
  std::uint32_t value = 0;
  for (const char* last = digit + 7; digit != last; ++digit) {
    const auto c = static_cast<unsigned char>(*digit);
    const unsigned lower = c | 0x20u;
    if (c >= '0' && c <= '9') {
      value = value * (hex ? 16 : 10) + (c - '0');
    } else if (hex && lower >= 'a' && lower <= 'f') {
      value = value * 16 + (lower - 'a' + 10);
    } else {
      break;
    }
  }
  return *digit == ';' && value >= 0x20 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF) &&
         (value & 0xFFFE) != 0xFFFE;
}

/// At the first byte behind a stanza or the root's start tag: true if another stanza begins there.
SQUALL_INLINE bool begin_stanza(Walk& w, Cursor& c) {
  if (c.at == c.end) return false;
  const char* p = c.here();
  if (p != c.mark || *p != '<' || w.keep != nullptr) return false;
  ++c.at;
  w.keep = p;
  w.stop = p + w.span_limit;
  w.item = c.out;
  c.tag = p;
  return true;
}

/// True if the byte at `p` may stand in text as it is, or begins a reference; not `<`.
SQUALL_INLINE bool is_plain_text(const Walk& w, Cursor& c, const char* p) {
  if (*p == '&') {
    c.decoding = decode_as_text;
    return (p + 6 <= w.data_end && is_predefined(load8(p + 1))) || is_short_number(p, w.data_end);
  }
  if (*p == '>') return p[-1] != ']';
  return static_cast<unsigned char>(*p) >= 0x20 || *p == '\n';
}

/// Takes the text up to the next `<`, which becomes the tag.
SQUALL_INLINE bool take_text(Walk& w, Cursor& c) {
  if (c.at == c.end) {
    w.decoding = static_cast<std::uint8_t>(c.decoding >> 56);
    return false;
  }
  const char* p = c.here();
  while (*p != '<') {
    const std::uint64_t before = c.decoding;
    if (!is_plain_text(w, c, p)) {
      w.decoding = static_cast<std::uint8_t>(before >> 56);
      return false;
    }
    c.state = State::text;
    if (++c.at == c.end) {
      w.decoding = static_cast<std::uint8_t>(c.decoding >> 56);
      return false;
    }
    p = c.here();
  }
  ++c.at;
  put(c.out, address(c.mark), distance(c.mark, p) | text_kind | c.decoding);
  c.out += p != c.mark;
  c.tag = p;
  return true;
}

/// Puts the element of the tag on the stack; `size` is that of its name.
SQUALL_INLINE void push(Walk& w, Cursor& c, std::uint64_t size) {
  Open& open = *++c.top;
  open.key = masked(load8(c.tag + 1), size);
  open.start = c.first;
  open.bindings = w.bindings;
  open.size = open.quick = static_cast<std::uint16_t>(size);
  open.prefix = 0;
  open.ns = static_cast<std::uint16_t>(c.ns);
}

/// All events from `start` on belong to the element.
SQUALL_INLINE void put_end(Cursor& c, Slot* start) {
  put(c.out++, 0, end_kind);
  start->rest |= static_cast<std::uint64_t>(c.out - start);
}

enum class Tag : std::uint8_t { with_content, with_attributes, closing, unusual };

/// At a `<` and the first interesting byte behind it: takes the name. Stage 1 saw that it is one but for its first
/// byte.
SQUALL_INLINE Tag take_name(Walk& w, Cursor& c) {
  if (c.at == c.end) return Tag::unusual;
  const char* p = c.here();
  const char begin = c.tag[1];
  if (begin == '/') return Tag::closing;
  if (SQUALL_UNLIKELY(static_cast<unsigned>((begin | 0x20) - 'a') >= 26)) return Tag::unusual;
  const std::uint64_t size = distance(c.tag, p) - 1;
  if (SQUALL_UNLIKELY(size - 1 >= longest_quick_name)) return Tag::unusual;
  c.ns = c.top->ns;
  put(c.out, address(c.tag + 1) | c.ns << 48, size << 32);
  if (*p == '>') {
    if (SQUALL_UNLIKELY(c.top == w.stack_end)) return Tag::unusual;
    ++c.at;
    c.first = c.out++;
    push(w, c, size);
    c.mark = p + 1;
    return Tag::with_content;
  }
  if (SQUALL_UNLIKELY(*p != ' ' && *p != '/')) return Tag::unusual;
  ++c.at;
  c.first = c.out++;
  c.mark = p;
  c.seen = 0;
  return Tag::with_attributes;
}

/// The well-known namespace that the value is, or 0.
SQUALL_INLINE unsigned well_known_namespace(const char* value, std::uint64_t size) {
  if (size < 8 || size > 64) return 0;
  const unsigned index = known_namespaces.index[known_namespace_slot(load8(value + size - 8), size)];
  const bool same =
      index >= 3 && known_namespaces.sizes[index] == size && same_64(value, known_namespaces.names[index].bytes, size);
  return same ? index : 0;
}

/// Behind the quote that begins a value: moves `at` to the quote that ends it.
SQUALL_INLINE bool find_quote(const Walk& w, Cursor& c, const Position*& at, char quote, std::uint64_t& rest) {
  for (;; ++at) {
    if (SQUALL_UNLIKELY(at == c.end)) {
      const bool keeps = c.end - c.at <= most_kept_positions && w.data_end - c.here() <= most_kept_bytes;
      if (keeps) c.state = State::value;
      return false;
    }
    const char* p = c.base + *at;
    if (__builtin_expect(*p == quote, 1)) return true;
    const bool reference = *p == '&' && p + 6 <= w.data_end && is_predefined(load8(p + 1));
    const bool other_quote = *p == '>' || *p == '\'' || *p == '"';
    if (reference) rest |= decode_as_value;
    if (!reference && !other_quote) return false;
  }
}

/// At a space: takes a known attribute and its value.
SQUALL_INLINE bool take_attribute(Walk& w, Cursor& c) {
  const char* name = c.mark + 1;
  const char* p = c.here();
  const std::uint64_t size = distance(name, p);  // with the equals sign
  const std::uint64_t head = masked(load8(name), size);
  const KnownAttribute& known = known_attributes.slots[head * known_attributes.factor >> 56];
  if (SQUALL_UNLIKELY(known.head != head || known.size != size)) return false;
  if (SQUALL_UNLIKELY((load8(name + 8) & known.tail_mask) != known.tail)) return false;
  const char quote = *p;
  if (SQUALL_UNLIKELY((c.seen >> known.bit & 1) != 0 || (quote != '\'' && quote != '"'))) return false;
  const Position* at = c.at + 1;
  std::uint64_t rest = value_kind;
  if (SQUALL_UNLIKELY(!find_quote(w, c, at, quote, rest))) return false;
  const char* value = p + 1;
  const char* last = c.base + *at;
  const std::uint64_t value_size = distance(value, last);
  if (known.bit == 0) {
    const unsigned ns = rest == value_kind ? well_known_namespace(value, value_size) : 0;
    if (SQUALL_UNLIKELY(ns == 0)) return false;
    c.ns = ns;
    c.first->word = (c.first->word & 0xFFFF'FFFF'FFFFu) | c.ns << 48;
  } else {
    put(c.out, address(name) + known.add, known.rest);
    put(c.out + 1, address(value), value_size | rest);
    c.out += 2;
  }
  c.at = at + 1;
  c.seen |= std::uint64_t{1} << known.bit;
  c.mark = last + 1;
  return true;
}

/// At the `>` of a start tag with attributes.
SQUALL_INLINE bool finish_tag(Walk& w, Cursor& c) {
  if (SQUALL_UNLIKELY(w.check || c.top == w.stack_end)) return false;
  const char* p = c.here();
  ++c.at;
  push(w, c, c.first->rest >> 32 & 0xFFFF);
  c.mark = p + 1;
  return true;
}

/// At the end of a tag with attributes, which is not a `>`: true if it is `/>`.
SQUALL_INLINE bool finish_empty(const Walk& w, Cursor& c) {
  const char* p = c.here();
  if (SQUALL_UNLIKELY(*c.mark != '/' || p != c.mark + 1 || *p != '>' || w.check || c.top == w.stack_end)) return false;
  ++c.at;
  put_end(c, c.first);
  c.mark = p + 1;
  return true;
}

/// At the first interesting byte behind `</`.
SQUALL_INLINE bool close_element(Walk& w, Cursor& c) {
  const char* p = c.here();
  const char* name = c.tag + 2;
  const std::uint64_t size = distance(name, p);
  Slot* start = c.top->start;
  if (SQUALL_UNLIKELY(*p != '>' || size != c.top->quick || masked(load8(name), size) != c.top->key ||
                      (size > 8 && !same_rest(name, slot_data(*start), size)))) {
    c.state = State::close;
    w.scan_at = nullptr;
    return false;
  }
  ++c.at;
  put_end(c, start);
  --c.top;
  c.mark = p + 1;
  return true;
}

/// A stanza is complete; true if there is room for another.
SQUALL_INLINE bool end_stanza(Walk& w, Cursor& c) {
  *w.ready_out++ = Ready{w.keep, c.mark, w.item, c.out};
  w.keep = nullptr;
  return w.ready_out != w.ready_end;
}

SQUALL_INLINE Cursor enter(const Walk& w) {
  const std::uint64_t decoding = std::uint64_t{w.decoding} << 56;
  return {w.base, w.at, w.end, w.out, w.top, w.mark, w.tag, w.first, w.ns, w.seen, decoding, w.state};
}

SQUALL_INLINE StepKind leave(Walk& w, const Cursor& c) {
  w.at = c.at;
  w.out = c.out;
  w.top = c.top;
  w.mark = c.mark;
  w.tag = c.tag;
  w.first = c.first;
  w.ns = static_cast<std::uint16_t>(c.ns);
  w.seen = c.seen;
  w.state = c.state;
  return c.at == c.end || c.state == State::value ? StepKind::data_out : StepKind::slow;
}

static StepKind walk(Walk& w) {
  Cursor c = enter(w);
  switch (c.state) {
    case State::between:
      goto between;
    case State::content:
      goto content;
    case State::text:
      if (w.reference != nullptr) return StepKind::slow;
      goto text;
    case State::open:
      goto open;
    case State::attributes:
    case State::value:
      goto attributes;
    default:
      return StepKind::slow;
  }

between:
  c.state = State::between;
  if (!begin_stanza(w, c)) return leave(w, c);
  goto open;

content:
  c.state = State::content;
  c.decoding = 0;

text:
  if (!take_text(w, c)) return leave(w, c);

open:
  c.state = State::open;
  switch (take_name(w, c)) {
    case Tag::with_content:
      goto content;
    case Tag::with_attributes:
      goto attributes;
    case Tag::closing:
      goto close;
    case Tag::unusual:
      return leave(w, c);
  }

attributes:
  c.state = State::attributes;
  if (c.at == c.end) return leave(w, c);
  if (*c.mark == ' ') {
    if (!take_attribute(w, c)) return leave(w, c);
    goto attributes;
  }
  if (*c.mark == '>') {
    if (!finish_tag(w, c)) return leave(w, c);
    goto content;
  }
  if (!finish_empty(w, c)) return leave(w, c);
  goto element_done;

close:
  if (!close_element(w, c)) return leave(w, c);

element_done:
  if (c.top != w.stack + 1) goto content;
  c.state = State::between;
  if (!end_stanza(w, c)) return leave(w, c);
  goto between;
}

#undef SQUALL_INLINE
#undef SQUALL_UNLIKELY
