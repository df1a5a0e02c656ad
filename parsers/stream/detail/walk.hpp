// Stage 2, the part that every stanza goes through. Included once per instruction set, inside a namespace of its own,
// which has `bool same_64(const char* data, const char* name, std::uint64_t size)`; includes nothing itself.
// Whatever is unusual is left to the common code (StepKind::slow), from a state in which that can take over.

using squall::parsers::detail::known_attributes;
using squall::parsers::detail::known_namespace_slot;
using squall::parsers::detail::known_namespaces;
using squall::parsers::detail::KnownAttribute;
using squall::parsers::detail::Open;
using squall::parsers::detail::Position;
using squall::parsers::detail::Scan;
using squall::parsers::detail::Slot;
using squall::parsers::detail::State;
using squall::parsers::detail::StepKind;
using squall::parsers::detail::Walk;

#define SQUALL_INLINE static inline __attribute__((always_inline))

SQUALL_INLINE std::uint64_t load8(const char* p) {
  std::uint64_t v;
  __builtin_memcpy(&v, p, 8);
  return v;
}

/// The first `size` of eight bytes, the others zero.
SQUALL_INLINE std::uint64_t masked(std::uint64_t bytes, std::uint64_t size) {
#ifdef __BMI2__
  return _bzhi_u64(bytes, static_cast<unsigned>(size >= 8 ? 64 : size * 8));
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

SQUALL_INLINE void put_start(Slot* s, const char* name, std::uint64_t size, std::uint64_t ns) {
  s->word = address(name) | ns << 48;
  s->rest = size << 32;
}

SQUALL_INLINE void put_attribute(Slot* s, const char* name, std::uint64_t size, std::uint64_t ns, const char* value,
                                 std::uint64_t value_size, std::uint64_t decoding) {
  s[0].word = address(name) | ns << 48;
  s[0].rest = size << 32 | std::uint64_t{1} << 48;
  s[1].word = address(value);
  s[1].rest = value_size | std::uint64_t{2} << 48 | decoding << 56;
}

SQUALL_INLINE void put_text(Slot* s, const char* data, std::uint64_t size, std::uint64_t decoding) {
  s->word = address(data);
  s->rest = size | std::uint64_t{3} << 48 | decoding << 56;
}

SQUALL_INLINE void put_end(Slot* s) {
  s->word = 0;
  s->rest = std::uint64_t{4} << 48;
}

SQUALL_INLINE const char* slot_data(const Slot& slot) {
  return reinterpret_cast<const char*>(slot.word & 0xFFFF'FFFF'FFFFu);
}

/// True if the `size` bytes at both places, more than eight, are the same; the first eight are known to be.
SQUALL_INLINE bool same_rest(const char* a, const char* b, std::uint64_t size) {
  if (size <= 16) return load8(a + size - 8) == load8(b + size - 8);
  for (std::uint64_t i = 8; i + 8 < size; i += 8) {
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

static StepKind walk(Walk& w) {
  const char* const base = w.base;
  const Position* at = w.at;
  const Position* const end = w.end;
  Slot* out = w.out;
  Open* top = w.top;
  const char* mark = w.mark;
  const char* tag = w.tag;
  Slot* first = w.first;
  const char* stop = w.stop;
  std::uint64_t ns = w.ns;
  std::uint64_t seen = w.seen;
  std::uint64_t attributes = w.attributes;
  std::uint64_t decoding = 0;
  const char* p = nullptr;
  std::uint64_t size = 0;
  State state = w.state;
  StepKind result = StepKind::slow;

  switch (state) {
    case State::between:
      goto between;
    case State::content:
      goto content;
    case State::open:
      goto open;
    case State::attributes:
      goto attributes;
    default:
      return StepKind::slow;
  }

between:
  state = State::between;
  if (at == end) goto data_out;
  p = base + *at;
  if (p != mark || *p != '<' || w.keep != nullptr) goto done;
  ++at;
  w.keep = p;
  stop = w.stop = p + w.span_limit;
  out = w.tape;
  tag = p;
  goto open;

content:
  decoding = 0;
  state = State::content;
  if (at == end) goto data_out;
  p = base + *at;
  while (*p != '<') {
    const char c = *p;
    if (c == '&') {
      if ((p + 6 > w.data_end || !is_predefined(load8(p + 1))) && !is_short_number(p, w.data_end)) goto done_in_text;
      decoding = 1;
    } else if (c == '>') {
      if (p[-1] == ']') goto done_in_text;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      if (c != '\n') goto done_in_text;
    }
    state = State::text;
    if (++at == end) {
      w.decoding = static_cast<std::uint8_t>(decoding);
      goto data_out;
    }
    p = base + *at;
  }
  if (__builtin_expect(p >= stop, 0)) goto done_in_text;
  ++at;
  put_text(out, mark, distance(mark, p), decoding);
  out += p != mark;
  tag = p;

open:
  state = State::open;
  if (at == end) goto data_out;
  p = base + *at;
  if (tag[1] == '/') goto close;
  size = distance(tag, p) - 1;
  if (__builtin_expect(size - 1 >= w.name_limit, 0)) goto done;
  ns = top->ns;
  put_start(out, tag + 1, size, ns);
  if (*p == '>') {
    if (__builtin_expect(top == w.stack_end || p >= stop, 0)) goto done;
    first = out++;
    ++at;
    ++top;
    top->key = masked(load8(tag + 1), size);
    top->slot = static_cast<std::uint32_t>(first - w.tape);
    top->bindings = w.bindings;
    top->size = static_cast<std::uint16_t>(size);
    top->prefix = 0;
    top->ns = static_cast<std::uint16_t>(ns);
    mark = p + 1;
    if (__builtin_expect(top == w.stack + 1, 0)) goto root_open;
    goto content;
  }
  if (*p != ' ' && *p != '/') goto done;
  first = out++;
  ++at;
  mark = p;
  seen = 0;
  attributes = 0;
  w.check = false;
  w.prefix = 0;
  w.bindings_out = w.bindings;

attributes:
  state = State::attributes;
  if (at == end) goto data_out;
  p = base + *at;
  if (*mark == ' ') {
    const char* name = mark + 1;
    const char* value = p + 1;
    const Position* here = at;
    size = distance(name, p) - 1;
    const std::uint64_t head = masked(load8(name), size);
    const KnownAttribute& known = known_attributes.slots[head * known_attributes.factor >> 56];
    const char quote = *p;
    const bool hit = (known.head == head) & (known.size == size) & (p[-1] == '=') & ((quote == '\'') | (quote == '"'));
    if (__builtin_expect(!hit, 0)) goto done;
    if (size > 8 && masked(load8(name + 8), size - 8) != known.tail) goto done;
    if (__builtin_expect((seen >> known.bit & 1) != 0 || attributes == w.attribute_limit || size > w.name_limit, 0)) {
      goto done;
    }
    decoding = 0;
    if (++at == end) {
      at = here;
      goto done;
    }
    p = base + *at;
    while (__builtin_expect(*p != quote, 0)) {
      const char c = *p;
      if (c == '&') {
        if (p + 6 > w.data_end || !is_predefined(load8(p + 1))) {
          at = here;
          goto done;
        }
        decoding = 3;
      } else if (c == '<' || static_cast<unsigned char>(c) < 0x20) {
        at = here;
        goto done;
      }
      if (++at == end) {
        at = here;
        goto done;
      }
      p = base + *at;
    }
    const std::uint64_t value_size = distance(value, p);
    if (known.bit == 0) {
      if (value_size < 8 || value_size > 64 || decoding != 0) {
        at = here;
        goto done;
      }
      const unsigned index = known_namespaces.index[known_namespace_slot(load8(p - 8), value_size)];
      if (index < 3 || known_namespaces.sizes[index] != value_size ||
          !same_64(value, known_namespaces.names[index].bytes, value_size)) {
        at = here;
        goto done;
      }
      ns = index;
      first->word = (first->word & 0xFFFF'FFFF'FFFFu) | ns << 48;
    } else {
      put_attribute(out, name + known.prefix, size - known.prefix, known.ns, value, value_size, decoding);
      out += 2;
    }
    ++at;
    ++attributes;
    seen |= std::uint64_t{1} << known.bit;
    mark = p + 1;
    goto attributes;
  }
  if (*mark == '>') {
    if (__builtin_expect(w.check || top == w.stack_end || p >= stop, 0)) goto done;
    ++at;
    ++top;
    size = first->rest >> 32 & 0xFFFF;
    top->key = masked(load8(tag + 1), size);
    top->slot = static_cast<std::uint32_t>(first - w.tape);
    top->bindings = w.bindings_out;
    top->size = static_cast<std::uint16_t>(size);
    top->prefix = 0;
    top->ns = static_cast<std::uint16_t>(ns);
    mark = p + 1;
    if (__builtin_expect(top == w.stack + 1, 0)) goto root_open;
    goto content;
  }
  if (*mark != '/' || p != mark + 1 || *p != '>' || w.check || w.bindings != w.bindings_out || top == w.stack_end ||
      p >= stop || top == w.stack) {
    goto done;
  }
  ++at;
  put_end(out++);
  first->rest |= static_cast<std::uint64_t>(out - first);
  mark = p + 1;
  if (top != w.stack + 1) goto content;
  state = State::between;
  result = StepKind::stanza;
  goto done;

close:
  size = distance(tag, p) - 2;
  if (__builtin_expect((*p != '>') | (size != top->size) | (masked(load8(tag + 2), size) != top->key) | (p >= stop) |
                           (top <= w.stack + 1) | (top->prefix != 0) | (top->bindings != w.bindings),
                       0) ||
      (size > 8 && !same_rest(tag + 2, slot_data(w.tape[top->slot]), size))) {
    state = State::close;
    w.scan_at = nullptr;
    goto done;
  }
  ++at;
  put_end(out++);
  first = w.tape + top->slot;
  first->rest |= static_cast<std::uint64_t>(out - first);
  --top;
  mark = p + 1;
  if (top != w.stack + 1) goto content;
  state = State::between;
  result = StepKind::stanza;
  goto done;

root_open:
  state = State::between;
  result = StepKind::stream_open;
  goto done;

done_in_text:
  w.decoding = static_cast<std::uint8_t>(decoding);
  goto done;

data_out:
  result = StepKind::data_out;

done:
  w.at = at;
  w.out = out;
  w.top = top;
  w.mark = mark;
  w.tag = tag;
  w.first = first;
  w.ns = static_cast<std::uint16_t>(ns);
  w.seen = seen;
  w.attributes = static_cast<std::uint32_t>(attributes);
  w.state = state;
  return result;
}

#undef SQUALL_INLINE
