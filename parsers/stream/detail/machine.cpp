#include "parsers/stream/detail/machine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/known_attributes.hpp"
#include "parsers/stream/detail/memory.hpp"

namespace squall::parsers::detail {
namespace {

/// Input shorter than this is copied rather than read in place: one window costs less than two.
constexpr std::size_t small_input = 4096;
/// The least that is copied behind something unfinished, of longer input.
constexpr std::size_t small_window = 512;
constexpr std::uint64_t pointer_mask = 0xFFFF'FFFF'FFFFu;
/// A buffer is used that far before its front is used again, if what is held is little.
constexpr std::size_t near_bytes = 8 * 1024;
constexpr std::size_t least_buffer = 4 * 1024;
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
  base = data_end = mark = nullptr;
  at = end = nullptr;
  keep = reference = nullptr;
  out = item = tape;
  ready_ = ready_out = ready_items_;
  stopped_ = StepKind::go_on;
  strict_ = name_limit < longest_quick_name || span_limit < window_bytes;
  attributes = bindings_out = 0;
  prefix = 0;
  check = false;
  top = state == State::between ? stack + 1 : stack;
  stack[0] = {};
  stack[1] = {};
  stack[1].ns = default_ns;
  stack[1].key = 1;  // of no name, not even the empty one
  error_ = {};
  buffered_ = bad_ = root_given_ = false;
}

void Machine::feed(std::string_view input) {
  input_ = input;
  source_ = nullptr;
  over_ = false;
  fresh_ = true;
}

Idle Machine::idle() const {
  return {state, bom_, carry_, offset_of(mark)};
}

void Machine::set_root(const RootScope& root) {
  root_ = &root;
  namespaces_.start(root);
  bindings = bindings_out = 0;
}

/// Gives out the next stanza that is complete.
StepKind Machine::give() {
  given_ = *ready_++;
  return StepKind::stanza;
}

/// The root's start or end tag: its events stay until the next step.
StepKind Machine::give_root(StepKind kind) {
  given_ = {keep, mark, item, out};
  root_given_ = true;
  return kind;
}

/// All that was complete has been given out: its memory is free again.
void Machine::settle() {
  ready_ = ready_out = ready_items_;
  if (root_given_) keep = nullptr;
  root_given_ = over_ = false;
  if (keep != nullptr) return;
  out = item = tape;
  if (namespaces_.is_used()) namespaces_.start(*root_);
  bindings = bindings_out = 0;
}

StepKind Machine::advance() {
  settle();
  if (std::exchange(fresh_, false)) refill();
  for (;;) {
    StepKind result = step();
    if (ready_ != ready_out) return give();
    if (result == StepKind::data_out) {
      if (refill()) continue;
      result = out_of_data();
    }
    if (result == StepKind::stream_open || result == StepKind::stream_close) return give_root(result);
    if (result == StepKind::go_on) continue;
    over_ = true;
    return result;
  }
}

/// Walks on, as far as the kernel's walk goes; if it came to nothing, a step further. What it stopped at is left for
/// the next time if there are stanzas to give out.
StepKind Machine::step() {
  StepKind result = std::exchange(stopped_, StepKind::go_on);
  if (result == StepKind::go_on) {
    result = is_fast() ? walk() : StepKind::slow;
    if (ready_ != ready_out) return stopped_ = result;
  }
  if (result == StepKind::slow) result = slow();
  const bool space = keep == nullptr ? mark != data_end : reference != nullptr;
  return result == StepKind::data_out && is_outside() && space ? outside() : result;
}

StepKind Machine::walk() {
  ready_end = ready_items_ + (namespaces_.is_used() ? 1 : most_ready);
  const StepKind result = memory_.kernel().walk(*this);
  return ready_out == ready_end ? StepKind::go_on : result;
}

/// The walk looks at no limit but that of depth: true if it cannot pass another, nor meet the root.
bool Machine::is_fast() const {
  return !strict_ && top != stack && (keep == nullptr || data_end <= stop) &&
         attributes + most_known_attributes <= attribute_limit;
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
    case State::attributes:
    case State::value:
      if (!is_fast() || !is_plain_beginning()) step = slow();
      break;
    case State::start:
    case State::scan:
    case State::close:
      step = slow();
      break;
    default:
      break;
  }
  if (state == State::value) own_positions();
  return step == StepKind::data_out ? StepKind::need_more : step;
}

bool Machine::refill() {
  if (bad_ || input_.empty()) return false;
  if (buffered_ && source_ != nullptr && keep != nullptr && keep >= window_ && input_.size() > small_input)
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
  if (input_.size() <= small_input) return small_input;
  return keep == nullptr ? small_window : std::clamp(pending_bytes(), small_window, window_bytes);
}

/// What is unfinished began in the window, so that all of it lies in the input too, in front of what comes next.
void Machine::return_to_input() {
  rebase(source_ - window_);
  buffered_ = false;
}

void Machine::take_direct(std::size_t size) {
  if (keep == nullptr) leave_window(input_.data());
  buffered_ = false;
  index(size, nullptr);
}

void Machine::take_buffered(std::size_t size) {
  if (keep == nullptr) {
    make_room(size);
    leave_window(buffer_.get() + front_padding);
  } else if (!buffered_) {
    make_room(pending_bytes() + size);
    move_data(buffer_.get() + front_padding);
  } else if (!has_room_behind(size)) {
    const std::size_t wanted = pending_bytes() + size;
    const std::unique_ptr<char[]> old = 2 * wanted > buffer_size_ ? std::move(buffer_) : nullptr;
    if (old) make_room(2 * wanted);
    move_data(buffer_.get() + front_padding);
  }
  buffered_ = true;
  index(size, buffer_.get() + (data_end - buffer_.get()));
}

/// True if `size` bytes may follow where what is held ends. Little is better moved to the front now and then: a buffer
/// that was large once would else be gone through from end to end, out of the nearest cache.
bool Machine::has_room_behind(std::size_t size) const {
  const auto in_front = static_cast<std::size_t>(keep - buffer_.get());
  if (in_front > near_bytes && pending_bytes() < small_input) return false;
  return static_cast<std::size_t>(buffer_.get() + buffer_size_ - data_end) >= size + padding;
}

void Machine::make_room(std::size_t size) {
  const std::size_t wanted = size + front_padding + padding;
  if (buffer_ && buffer_size_ >= wanted) return;
  buffer_size_ = std::bit_ceil(std::max(wanted, least_buffer));
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
  for (const char** p :
       {&base, &keep, &stop, &mark, &tag, &name_begin, &name_end, &colon, &scan_at, &reference, &data_end}) {
    if (*p == nullptr) continue;
    *p = reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(*p) + static_cast<std::uintptr_t>(by));
  }
  // Without a branch: the word of an end, which points nowhere, may hold anything.
  for (Slot* s = item; s != out; ++s) s->word += static_cast<std::uint64_t>(by);
}

/// Takes the next `size` bytes as a window, where they lie or copied.
void Machine::index(std::size_t size, char* copy) {
  window_ = copy != nullptr ? copy : input_.data();
  source_ = input_.data();
  Position* positions = memory_.positions();
  const std::size_t kept = keep_positions();
  const auto offset = static_cast<Position>(window_ - base);
  const Indexed found = memory_.kernel().index(input_.data(), size, copy, positions + kept, offset, carry_);
  data_end = window_ + found.good;
  bad_ = found.good != size;
  at = positions;
  end = at + kept + found.positions;
  input_.remove_prefix(size);
  move_events(tape);
  reserve_tape(kept + found.positions + 16);
}

/// Moves base to the new window, or to the first position in the old one that is still needed. How many are.
std::size_t Machine::keep_positions() {
  const auto size = static_cast<std::size_t>(data_end - base);
  const std::size_t kept = state == State::value ? static_cast<std::size_t>(end - at) : 0;
  const std::size_t skipped = kept != 0 ? *at : size;
  std::transform(at, at + kept, memory_.positions(),
                 [skipped](Position p) { return static_cast<Position>(p - skipped); });
  base_offset_ += skipped;
  base = window_ - (size - skipped);
  return kept;
}

/// Until more is fed, others use the memory that the index is in.
void Machine::own_positions() {
  end = std::copy(at, end, own_positions_);
  at = own_positions_;
}

/// Nothing is kept: what comes next lies at `next`.
void Machine::leave_window(const char* next) {
  base_offset_ = offset_of(data_end);
  base = data_end = mark = next;
}

void Machine::reserve_tape(std::size_t more) {
  const auto used = static_cast<std::size_t>(out - item);
  if (used + more <= tape_size_) return;
  tape_size_ = std::max(used + more, 2 * tape_size_);
  auto grown = std::make_unique_for_overwrite<Slot[]>(tape_size_);
  move_events(grown.get());
  tape_ = std::move(grown);
  tape = tape_.get();
}

/// Moves the events of what is unfinished to `to`.
void Machine::move_events(Slot* to) {
  if (item == to) return;
  std::copy(item, out, to);
  const auto moved = [&](const Slot* slot) { return to + (slot - item); };
  for (Open* open = stack + 2; open <= top; ++open) open->start = moved(open->start);
  first = out == item ? to : moved(first);
  out = moved(out);
  item = to;
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
  if (keep == nullptr || root_given_) return {};
  const bool in_tag =
      state == State::attributes || state == State::value || (state == State::scan && scan > Scan::element);
  const auto* events = reinterpret_cast<const Event*>(item);
  const auto* last = reinterpret_cast<const Event*>(in_tag ? first : out);
  while (last != events && last[-1].kind() == EventKind::text) --last;
  return events == last ? Element{} : Element{events, last, this};
}

std::string_view Machine::root_name() const {
  const Open& root = stack[1];
  const char* local = reinterpret_cast<const char*>(given_.first->word & pointer_mask);
  return {local - root.prefix, root.size};
}

std::string_view Machine::rest() const {
  if (over_) return {};
  if (source_ == nullptr) return input_;
  const char* from = source_ + (given_.end - window_);
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
    top = stack;
    tape_size_ = 0;
    tape = out = item = nullptr;
    tape_.reset();
    reserve_tape(256);
  }
}

}  // namespace squall::parsers::detail
