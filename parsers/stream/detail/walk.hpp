// Stage 2, the part that every stanza goes through. Included once per instruction set, inside a namespace of its own;
// includes nothing itself. Whatever is unusual is left to the common code (StepKind::slow).

using squall::parsers::detail::Open;
using squall::parsers::detail::Position;
using squall::parsers::detail::Slot;
using squall::parsers::detail::State;
using squall::parsers::detail::StepKind;
using squall::parsers::detail::Walk;

static inline std::uint64_t load8(const char* p) {
  std::uint64_t v;
  __builtin_memcpy(&v, p, 8);
  return v;
}

/// The first `size` of eight bytes, the others zero.
static inline std::uint64_t masked(std::uint64_t bytes, std::uint64_t size) {
  return size >= 8 ? bytes : bytes & ((std::uint64_t{1} << (8 * size)) - 1);
}

static inline std::uint64_t address(const char* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

static inline Slot start_slot(const char* name, std::uint64_t size, std::uint64_t ns) {
  return {address(name) | ns << 48, size << 32};
}
static inline Slot attribute_slot(const char* name, std::uint64_t size) {
  return {address(name), size << 32 | std::uint64_t{1} << 48};
}
static inline Slot value_slot(const char* data, std::uint64_t size) {
  return {address(data), size | std::uint64_t{2} << 48};
}
static inline Slot text_slot(const char* data, std::uint64_t size, std::uint64_t decoding) {
  return {address(data), size | std::uint64_t{3} << 48 | decoding << 56};
}
static inline Slot end_slot() {
  return {0, std::uint64_t{4} << 48};
}

/// True if the `size` bytes at both places, more than eight, are the same; the first eight are known to be.
static inline bool same_rest(const char* a, const char* b, std::uint64_t size) {
  std::uint64_t i = 8;
  for (; i + 8 <= size; i += 8) {
    if (load8(a + i) != load8(b + i)) return false;
  }
  return masked(load8(a + i) ^ load8(b + i), size - i) == 0;
}

static inline const char* slot_data(const Slot& slot) {
  return reinterpret_cast<const char*>(slot.word & 0xFFFF'FFFF'FFFFu);
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
  std::uint64_t ns = w.ns;
  std::uint64_t seen = w.seen;
  const char* p;
  std::uint64_t size;
  StepKind result;
  State state = w.state;

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
  if (at == end) {
    state = State::between;
    goto data_out;
  }
  p = base + *at;
  if (p != mark || *p != '<') {
    state = State::between;
    goto slow;
  }
  ++at;
  w.keep = p;
  w.stop = p + w.span_limit;
  tag = p;
  out = w.tape;
  goto open;

content:
  if (at == end) {
    state = State::content;
    goto data_out;
  }
  p = base + *at;
  if (*p != '<' || p >= w.stop) {
    state = State::content;
    goto slow;
  }
  ++at;
  *out = text_slot(mark, static_cast<std::uint64_t>(p - mark), 0);
  out += p != mark;
  tag = p;

open:
  if (at == end) {
    state = State::open;
    goto data_out;
  }
  p = base + *at;
  if (tag[1] == '/') goto close;
  size = static_cast<std::uint64_t>(p - tag - 1);
  if (size == 0 || size > w.name_limit) {
    state = State::open;
    goto slow;
  }
  ns = top->ns;
  first = out;
  seen = 0;
  w.attributes = 0;
  w.check = false;
  w.prefix = 0;
  w.bindings_out = w.bindings;
  *out++ = start_slot(tag + 1, size, ns);
  mark = p;
  if (*p == '>') goto opened;
  if (*p == ' ') {
    ++at;
    goto attributes;
  }
  --out;
  state = State::start;
  goto slow;

attributes:
  state = State::attributes;
  goto slow;

opened:
  if (top == w.stack_end || p >= w.stop) goto attributes;
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
  if (top == w.stack + 1) {
    state = State::between;
    result = StepKind::stream_open;
    goto done;
  }
  goto content;

close:
  size = static_cast<std::uint64_t>(p - tag - 2);
  if (*p != '>' || size != top->size || p >= w.stop || top <= w.stack + 1 || masked(load8(tag + 2), size) != top->key ||
      top->prefix != 0 || top->bindings != w.bindings ||
      (size > 8 && !same_rest(tag + 2, slot_data(w.tape[top->slot]), size))) {
    state = State::close;
    goto slow;
  }
  ++at;
  *out++ = end_slot();
  w.tape[top->slot].rest |= static_cast<std::uint64_t>(out - w.tape - top->slot);
  --top;
  mark = p + 1;
  if (top != w.stack + 1) goto content;
  state = State::between;
  result = StepKind::stanza;
  goto done;

data_out:
  result = StepKind::data_out;
  goto done;
slow:
  result = StepKind::slow;
done:
  w.at = at;
  w.out = out;
  w.top = top;
  w.mark = mark;
  w.tag = tag;
  w.first = first;
  w.ns = static_cast<std::uint16_t>(ns);
  w.seen = seen;
  w.state = state;
  return result;
}
