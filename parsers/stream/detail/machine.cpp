#include "parsers/stream/detail/machine.hpp"

#include <algorithm>
#include <cstring>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/memory.hpp"

namespace squall::parsers::detail {
namespace {

/// Input shorter than this is not worth a window of its own.
constexpr std::size_t small_input = 512;
constexpr std::uint64_t pointer_mask = 0xFFFF'FFFF'FFFFu;
constexpr std::size_t large_buffer = 16 * 1024;
constexpr std::size_t large_tape = 2 * 1024;
constexpr std::size_t kept_buffer = 256 * 1024;
constexpr std::size_t kept_events = 32 * 1024;
/// Bytes in front of the data that may be read.
constexpr std::size_t front_padding = 16;

}  // namespace

Machine::Machine(StreamMemory& memory) : memory_(memory), namespaces_(memory.seed()) {
  grow_stack();
  top = stack;
  reserve_tape(256);
}

void Machine::start(const Idle& idle, const RootScope& root, std::uint16_t default_ns, const Limits& limits) {
  limits_ = limits;
  attribute_limit = limits.attributes;
  name_limit = std::min<std::uint32_t>(limits.name_bytes, 0xFFFF);
  limits_.token_bytes = std::min<std::size_t>(limits.token_bytes, 0xFFFF'FFFF);
  limit_stack();
  span_limit = std::min<std::uint64_t>({limits_.token_bytes, limits.stanza_bytes, std::uint64_t{1} << 40});
  root_ = &root;
  namespaces_.start(root);
  bindings = 0;
  state = idle.state;
  bom_ = idle.bom;
  in_epilog_ = state == State::epilog;
  carry_ = idle.carry;
  base_offset_ = idle.offset;
  window_size_ = 0;
  base = data_end = mark = nullptr;
  at = end = nullptr;
  keep = reference = nullptr;
  out = tape;
  top = state == State::between ? stack + 1 : stack;
  stack[0] = {};
  stack[1] = {};
  stack[1].ns = default_ns;
  error_ = {};
  buffered_ = bad_ = given_ = false;
}

void Machine::feed(std::string_view input) {
  input_ = input;
  source_ = nullptr;
}

Idle Machine::idle() const {
  return {state, bom_, carry_, offset_of(mark)};
}

void Machine::set_root(const RootScope& root) {
  root_ = &root;
  namespaces_.start(root);
  bindings = 0;
}

void Machine::settle() {
  if (!given_) return;
  given_ = false;
  keep = nullptr;
  out = tape;
  if (namespaces_.is_used()) namespaces_.start(*root_);
  bindings = 0;
}

StepKind Machine::run() {
  settle();
  for (;;) {
    StepKind step = memory_.kernel().walk(*this);
    if (step == StepKind::slow) step = slow();
    if (step == StepKind::data_out && is_outside() && (keep == nullptr ? mark != data_end : reference != nullptr))
      step = outside();
    if (step == StepKind::data_out) {
      if (refill()) continue;
      step = out_of_data();
    }
    if (step == StepKind::go_on) continue;
    given_ = step == StepKind::stanza || step == StepKind::stream_open || step == StepKind::stream_close;
    return step;
  }
}

StepKind Machine::slow() {
  switch (state) {
    case State::prolog:
    case State::between:
    case State::epilog:
      return outside();
    case State::root_empty:
      state = State::epilog;
      in_epilog_ = true;
      top = stack;
      return StepKind::stream_close;
    case State::content:
    case State::text:
      return text();
    case State::cdata:
      return cdata();
    case State::open:
      return opened();
    case State::start:
      return start_tag();
    case State::attributes:
    case State::value:
    case State::scan:
      return scan_tag();
    case State::close:
      return close_tag();
    case State::markup:
      return markup();
    case State::declaration:
      return declaration();
  }
  return StepKind::error;
}

/// Nothing more to read: looks whether what there is of a token can still become one.
StepKind Machine::out_of_data() {
  if (bad_) return fail(parse_errc::not_well_formed, data_end);
  if (keep != nullptr && data_end > stop && over_limit(data_end)) return fail(parse_errc::none, data_end);
  StepKind step = StepKind::data_out;
  switch (state) {
    case State::open:
      if (tag + 1 != data_end) step = opened();
      break;
    case State::start:
    case State::attributes:
    case State::scan:
    case State::close:
      step = slow();
      break;
    default:
      break;
  }
  return step == StepKind::data_out ? StepKind::need_more : step;
}

bool Machine::refill() {
  if (bad_ || input_.empty()) return false;
  if (buffered_ && source_ != nullptr && keep != nullptr && keep >= base && input_.size() > small_input)
    return_to_input();
  const bool in_place = (keep == nullptr || !buffered_) && input_.size() > small_input;
  if (in_place) {
    take_direct(std::min(window_bytes, (input_.size() - padding) & ~(padding - 1)));
  } else {
    take_buffered(std::min(input_.size(), buffered_window()));
  }
  return true;
}

/// Most of a stanza is likely to follow what is held of it; what lies behind it is better read in place.
std::size_t Machine::buffered_window() const {
  return keep == nullptr ? small_input : std::clamp(pending_bytes(), small_input, window_bytes);
}

/// What is unfinished began in the window, so that all of it lies in the input too, in front of what comes next.
void Machine::return_to_input() {
  rebase(source_ - base);
  buffered_ = false;
}

void Machine::take_direct(std::size_t size) {
  const char* data = input_.data();
  if (keep == nullptr) mark = data;
  buffered_ = false;
  index(data, size);
}

void Machine::take_buffered(std::size_t size) {
  if (keep == nullptr) {
    make_room(size);
    mark = data_end = buffer_.get() + front_padding;
  } else if (!buffered_) {
    const auto held = static_cast<std::size_t>(data_end - keep);
    make_room(held + size);
    move_data(buffer_.get() + front_padding);
  } else if (static_cast<std::size_t>(buffer_.get() + buffer_size_ - data_end) < size + padding) {
    const auto held = static_cast<std::size_t>(data_end - keep);
    const std::unique_ptr<char[]> old = 2 * (held + size + padding) > buffer_size_ ? std::move(buffer_) : nullptr;
    if (old) make_room(2 * (held + size));
    move_data(buffer_.get() + front_padding);
  }
  buffered_ = true;
  char* to = buffer_.get() + (data_end - buffer_.get());
  std::memcpy(to, input_.data(), size);
  index(to, size);
}

void Machine::make_room(std::size_t size) {
  const std::size_t wanted = size + front_padding + padding;
  if (buffer_ && buffer_size_ >= wanted) return;
  buffer_size_ = std::max<std::size_t>(wanted + wanted / 2, 1024);
  buffer_ = std::make_unique_for_overwrite<char[]>(buffer_size_);
}

/// Moves what is unfinished to `to`.
void Machine::move_data(const char* to) {
  const auto held = static_cast<std::size_t>(data_end - keep);
  std::memmove(buffer_.get() + (to - buffer_.get()), keep, held);
  rebase(to - keep);
}

/// Some of the pointers may be left over from earlier input and mean nothing now: moved as numbers they do no harm.
void Machine::rebase(std::ptrdiff_t by) {
  for (const char** p : {&keep, &stop, &mark, &tag, &name_begin, &name_end, &colon, &scan_at, &reference, &data_end}) {
    if (*p == nullptr) continue;
    *p = reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(*p) + static_cast<std::uintptr_t>(by));
  }
  for (Slot* s = tape; s != out; ++s) {
    if (s->word == 0) continue;
    const std::uint64_t moved = s->word + static_cast<std::uint64_t>(static_cast<std::int64_t>(by));
    s->word = (s->word & ~pointer_mask) | (moved & pointer_mask);
  }
}

void Machine::index(const char* data, std::size_t size) {
  base_offset_ += static_cast<std::uint64_t>(window_size_);
  const Indexed found = memory_.kernel().index(data, size, memory_.positions(), carry_);
  base = data;
  source_ = input_.data();
  data_end = data + found.good;
  window_size_ = found.good;
  bad_ = found.good != size;
  at = memory_.positions();
  end = at + found.positions;
  input_.remove_prefix(size);
  reserve_tape(found.positions + 16);
}

void Machine::reserve_tape(std::size_t more) {
  const auto used = static_cast<std::size_t>(out - tape);
  if (used + more <= tape_size_) return;
  const std::size_t size = std::max(used + more, 2 * tape_size_);
  auto grown = std::make_unique_for_overwrite<Slot[]>(size);
  std::copy(tape, out, grown.get());
  first = grown.get() + (first - tape);
  tape_ = std::move(grown);
  tape_size_ = size;
  tape = tape_.get();
  out = tape + used;
}

void Machine::grow_stack() {
  const std::size_t size = stack_size_ == 0 ? 18 : 2 * stack_size_;
  auto grown = std::make_unique<Open[]>(size);
  std::copy(stack, stack + stack_size_, grown.get());
  top = grown.get() + (top - stack);
  stack_ = std::move(grown);
  stack_size_ = size;
  stack = stack_.get();
  limit_stack();
}

/// The walk pushes up to here by itself.
void Machine::limit_stack() {
  stack_end = stack + std::min<std::size_t>(stack_size_ - 1, limits_.depth);
}

Element Machine::unfinished() const {
  if (keep == nullptr || given_) return {};
  const bool in_tag =
      state == State::attributes || state == State::value || (state == State::scan && scan > Scan::element);
  const auto* events = reinterpret_cast<const Event*>(tape);
  const auto* last = reinterpret_cast<const Event*>(in_tag ? first : out);
  while (last != events && last[-1].kind() == EventKind::text) --last;
  return events == last ? Element{} : Element{events, last, this};
}

std::string_view Machine::root_name() const {
  const Open& root = stack[1];
  const char* local = reinterpret_cast<const char*>(tape->word & pointer_mask);
  return {local - root.prefix, root.size};
}

std::string_view Machine::rest() const {
  if (source_ == nullptr) return input_;
  const char* from = source_ + (mark - base);
  return {from, static_cast<std::size_t>(input_.data() + input_.size() - from)};
}

bool Machine::is_large() const {
  return buffer_size_ > large_buffer || tape_size_ > large_tape;
}

void Machine::trim() {
  if (buffer_size_ > kept_buffer) {
    buffer_.reset();
    buffer_size_ = 0;
  }
  if (tape_size_ > kept_events) {
    out = tape;
    tape_size_ = 0;
    tape = nullptr;
    out = nullptr;
    tape_.reset();
    reserve_tape(256);
  }
}

}  // namespace squall::parsers::detail
