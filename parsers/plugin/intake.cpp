#include "parsers/plugin/intake.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "parsers/plugin/event_copies.hpp"

namespace squall::parsers::plugin {
namespace {

// The densest stream: `<a/>` makes START, END and ITEM, and perhaps a NAMESPACE before.
constexpr std::uint64_t events_a_byte = 2;
constexpr std::uint64_t events_beyond = 16;
constexpr std::uint64_t header_events_beyond = SQUALL_PARSER_MAX_NS;  // a parser may name all the namespaces it knows
constexpr std::size_t namespace_bytes_beyond = 1 << 16;

Decoding decoding_of(const squall_parser_event& event) {
  return static_cast<Decoding>(event.decoding);
}

std::string_view bytes_of(const squall_parser_event& event) {
  return {event.data, event.size};
}

/// An Event holds 48 bits of a pointer.
bool is_address(const char* data, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  return address != 0 && address < (std::uint64_t{1} << 48) - size;
}

}  // namespace

void Intake::begin_call(std::size_t size) {
  call_size_ = size;
  item_end_ = 0;
  const std::uint64_t bytes = since_item_ + size;
  const std::uint64_t beyond = state_ == State::start ? header_events_beyond : events_beyond;
  events_left_ = events_a_byte * bytes + beyond - std::min(events_since_item_, events_a_byte * bytes);
  bytes_left_ = bytes - std::min<std::uint64_t>(bytes_since_item_, bytes);
}

void Intake::end_call(std::size_t used) {
  since_item_ = item_end_ > 0 ? used - std::min(item_end_, used) : since_item_ + used;
}

bool Intake::take(const squall_parser_event* events, std::size_t count) {
  if (fault_ || limit_ != parse_errc::none) return false;
  if (count > events_left_) return lie("delivers more events than its input can hold");
  if (events == nullptr && count > 0) return lie("delivers events at a null pointer");
  events_left_ -= count;
  events_since_item_ += count;
  return std::all_of(events, events + count, [this](const squall_parser_event& event) { return take_one(event); });
}

bool Intake::take_one(const squall_parser_event& event) {
  switch (event.kind) {
    case SQUALL_PARSER_START:
      return start(event);
    case SQUALL_PARSER_ATTRIBUTE:
      return attribute(event);
    case SQUALL_PARSER_VALUE:
      return value(event);
    case SQUALL_PARSER_TEXT:
      return text(event);
    case SQUALL_PARSER_END:
      return end();
    case SQUALL_PARSER_ITEM:
      return item(event);
    case SQUALL_PARSER_NAMESPACE:
      return bind(event);
    default:
      return lie("delivers an event of no known kind");
  }
}

bool Intake::can_start() const {
  if (state_ == State::start || state_ == State::between) return true;
  return in_stanza() && (state_ == State::tag || state_ == State::content);
}

bool Intake::start(const squall_parser_event& event) {
  if (!can_start()) return lie("delivers START where none can be");
  const auto ns = namespaces_.find(event.ns);
  if (!ns) return lie("uses a namespace number that it did not bind");
  if (!check_name(event)) return false;
  if (open_.size() >= limits_.depth) return over(parse_errc::depth_limit);
  open_.push_back(static_cast<std::uint32_t>(tape_.size()));
  tape_.push_back(Event::start(kept(event), static_cast<std::uint16_t>(event.size), *ns));
  attributes_ = 0;
  state_ = State::tag;
  return true;
}

bool Intake::attribute(const squall_parser_event& event) {
  if (state_ != State::tag) return lie("delivers ATTRIBUTE outside a start tag");
  const auto ns = namespaces_.find(event.ns);
  if (!ns) return lie("uses a namespace number that it did not bind");
  if (!check_name(event)) return false;
  if (++attributes_ > limits_.attributes) return over(parse_errc::attribute_limit);
  tape_.push_back(Event::attribute(kept(event), static_cast<std::uint16_t>(event.size), *ns));
  state_ = State::value_due;
  return true;
}

bool Intake::value(const squall_parser_event& event) {
  if (state_ != State::value_due) return lie("delivers VALUE without ATTRIBUTE");
  if (!check_bytes(event)) return false;
  tape_.push_back(Event::value(kept(event), event.size, decoding_of(event)));
  state_ = State::tag;
  return true;
}

bool Intake::text(const squall_parser_event& event) {
  if (!in_stanza() || (state_ != State::tag && state_ != State::content)) return lie("delivers TEXT outside a stanza");
  if (!check_bytes(event)) return false;
  if (event.size > 0) tape_.push_back(Event::text(kept(event), event.size, decoding_of(event)));
  state_ = State::content;
  return true;
}

bool Intake::end() {
  if (state_ == State::between) {
    open_.clear();
    state_ = State::end_due;
    return true;
  }
  if (!in_stanza() || (state_ != State::tag && state_ != State::content)) return lie("delivers END where none can be");
  tape_.push_back(Event::end());
  const std::uint32_t first = open_.back();
  open_.pop_back();
  tape_[first].set_span(static_cast<std::uint32_t>(tape_.size()) - first);
  state_ = in_stanza() ? State::content : State::item_due;
  return true;
}

/// What an ITEM completes here.
bool Intake::item_kind(ItemKind& kind) {
  if (state_ == State::item_due) {
    kind = ItemKind::stanza;
  } else if (state_ == State::tag && open_.size() == 1) {
    kind = ItemKind::stream_open;
  } else if (state_ == State::end_due) {
    kind = ItemKind::stream_close;
  } else {
    return lie("delivers ITEM where nothing is complete");
  }
  return true;
}

bool Intake::item(const squall_parser_event& event) {
  ItemKind kind{};
  if (!item_kind(kind)) return false;
  const bool follows = event.size > item_end_ || (kind == ItemKind::stream_close && event.size == item_end_);
  if (!follows || event.size > call_size_) return lie("says of an item that it ends where it cannot");
  const auto last = static_cast<std::uint32_t>(tape_.size());
  ready_.push_back({kind, event.size, rest_, last});
  rest_ = last;
  item_end_ = event.size;
  events_since_item_ = bytes_since_item_ = 0;
  kind == ItemKind::stream_open ? namespaces_.end_of_header() : namespaces_.end_of_item();
  state_ = kind == ItemKind::stream_close ? State::closed : State::between;
  return true;
}

bool Intake::bind(const squall_parser_event& event) {
  if (state_ == State::value_due) return lie("delivers an attribute without a value");
  if (event.ns == 0 || event.ns > SQUALL_PARSER_MAX_NS) return lie("binds a namespace number that is not its own");
  if (event.size == 0 || !is_address(event.data, event.size)) return lie("binds a namespace to no name");
  if (event.size > limits_.stanza_bytes) return lie("names a namespace longer than any stanza");
  if (!namespaces_.bind(event.ns, bytes_of(event))) return over(parse_errc::stanza_limit);
  // The names stood in the header, in this stanza, or in one that was settled lately.
  const std::size_t late = std::min(namespaces_.bytes(), call_size_ + namespace_bytes_beyond);
  return (namespaces_.bytes() - late) / 2 <= limits_.stanza_bytes || over(parse_errc::stanza_limit);
}

bool Intake::check_name(const squall_parser_event& event) {
  if (event.size == 0) return lie("delivers an empty name");
  if (event.size > std::min<std::uint32_t>(limits_.name_bytes, std::numeric_limits<std::uint16_t>::max())) {
    return over(parse_errc::name_limit);
  }
  return check_bytes(event);
}

bool Intake::check_bytes(const squall_parser_event& event) {
  if (event.decoding > SQUALL_PARSER_DECODE_ATTRIBUTE) return lie("delivers a decoding of no known kind");
  if (event.size > bytes_left_) return lie("delivers more bytes than it was given");
  if (event.size > 0 && !is_address(event.data, event.size)) return lie("delivers bytes at an address that is none");
  bytes_left_ -= event.size;
  bytes_since_item_ += event.size;
  return event.size <= limits_.token_bytes || over(parse_errc::token_limit);
}

const char* Intake::kept(const squall_parser_event& event) {
  return transient_ ? arena_.copy(bytes_of(event)) : event.data;
}

Intake::Ready Intake::next() {
  return next_ready_ < ready_.size() ? ready_[next_ready_++] : Ready{};
}

Element Intake::element(const Ready& ready) const {
  return {tape_.data() + ready.first, tape_.data() + ready.last, &namespaces_.table()};
}

Element Intake::unfinished() const {
  if (!in_stanza() || state_ == State::value_due) return {};
  return {tape_.data() + rest_, tape_.data() + tape_.size(), &namespaces_.table()};
}

void Intake::settle() {
  ready_.clear();
  next_ready_ = 0;
  if (rest_ > 0 || tape_.empty()) {
    move_rest();
  } else if (!transient_) {
    keep_rest();
  }
  if (namespaces_.is_crowded()) namespaces_.renew(tape_);
}

/// Brings what is unfinished to the front, with the bytes of it in memory of its own.
void Intake::move_rest() {
  tape_.erase(tape_.begin(), tape_.begin() + rest_);
  for (std::uint32_t& place : open_) place -= std::min(place, rest_);
  rest_ = kept_ = 0;
  std::swap(arena_, spare_);
  arena_.clear();
  keep_rest();
}

void Intake::keep_rest() {
  for (; kept_ < tape_.size(); ++kept_) tape_[kept_] = relocated(tape_[kept_], arena_.copy(tape_[kept_].bytes()));
}

void Intake::clear() {
  state_ = State::start;
  limit_ = parse_errc::none;
  fault_ = nullptr;
  namespaces_.clear();
  tape_.clear();
  open_.clear();
  ready_.clear();
  arena_.clear();
  next_ready_ = 0;
  rest_ = kept_ = attributes_ = 0;
  item_end_ = since_item_ = 0;
  events_since_item_ = bytes_since_item_ = 0;
}

}  // namespace squall::parsers::plugin
