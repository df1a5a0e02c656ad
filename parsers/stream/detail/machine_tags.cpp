#include <algorithm>

#include "parsers/stream/detail/machine.hpp"
#include "parsers/stream/detail/memory.hpp"
#include "parsers/xml_names.hpp"

// Tags, byte by byte: the way for whatever the kernel's walk leaves alone. Resumable at every byte.

namespace squall::parsers::detail {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

std::uint64_t first_eight(std::string_view name) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < name.size() && i < 8; ++i) {
    key |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
  }
  return key;
}

std::string_view between(const char* first, const char* last) {
  return {first, static_cast<std::size_t>(last - first)};
}

}  // namespace

void Machine::skip_positions(const char* to) {
  while (at != end && base + *at < to) ++at;
}

/// Whether all that there is of a tag can be left to the walk, which comes back to it when there is more; what is not
/// so plain is looked at byte by byte, so that errors show as soon as they are there.
bool Machine::is_plain_beginning() const {
  if (state == State::value) return true;
  std::string_view bytes = between(state == State::open ? tag : mark, data_end);
  if (bytes.empty()) return true;
  if (state == State::attributes && bytes.front() != ' ') return false;
  const bool closes = state == State::open && bytes.starts_with("</");
  bytes.remove_prefix(closes ? 2 : 1);
  if (closes) return top->quick != 0 && open_name().starts_with(bytes);
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return bytes.size() < 16 && std::all_of(bytes.begin(), bytes.end(), is_letter);
}

StepKind Machine::start_tag() {
  if (tag + 1 == data_end) return StepKind::data_out;
  if (in_epilog_) return tag[1] == '!' || tag[1] == '?' ? opened() : fail(parse_errc::not_well_formed, tag);
  name_begin = scan_at = tag + 1;
  colon = nullptr;
  state = State::scan;
  scan = Scan::element;
  attributes = 0;
  seen = 0;
  check = false;
  bindings_out = bindings;
  return scan_tag();
}

StepKind Machine::scan_tag() {
  if (state == State::attributes || state == State::value) {
    scan_at = mark;
    scan = Scan::border;
    state = State::scan;
  }
  while (state == State::scan && scan_at != data_end) {
    if (const StepKind step = scan_byte(); step != StepKind::go_on) return step;
  }
  return state == State::scan ? StepKind::data_out : StepKind::go_on;
}

StepKind Machine::scan_byte() {
  switch (scan) {
    case Scan::element:
      return scan_name(Scan::border);
    case Scan::attribute:
      return scan_name(Scan::before_equals);
    case Scan::border:
    case Scan::space:
      return border_byte(*scan_at);
    case Scan::before_equals:
    case Scan::after_equals:
      return equals_byte(*scan_at);
    case Scan::value:
      return scan_value();
    default:
      return *scan_at == '>' ? finish_tag(true) : fail(parse_errc::not_well_formed, scan_at);
  }
}

/// Scans the rest of a qualified name; `next` comes behind it.
StepKind Machine::scan_name(Scan next) {
  while (scan_at != data_end) {
    const Utf8Char c = read_utf8(between(scan_at, data_end));
    if (c.size == 0) return StepKind::data_out;
    const bool begins = is_name_begin();
    if (c.value == ':' && !begins && colon == nullptr) {
      colon = scan_at;
    } else if (!(begins ? is_name_start(c.value) : is_name_char(c.value))) {
      return begins ? fail(parse_errc::not_well_formed, scan_at) : name_done(next);
    }
    scan_at += c.size;
    if (static_cast<std::uint64_t>(scan_at - name_begin) > name_limit)
      return fail(parse_errc::name_limit, name_begin + name_limit);
  }
  return StepKind::data_out;
}

StepKind Machine::name_done(Scan next) {
  name_end = scan_at;
  const bool element = scan == Scan::element;
  scan = next;
  return element ? element_named() : StepKind::go_on;
}

StepKind Machine::element_named() {
  const char* local = colon != nullptr ? colon + 1 : name_begin;
  prefix = static_cast<std::uint16_t>(local - name_begin);
  check = prefix != 0 || scan_at - name_begin > static_cast<std::ptrdiff_t>(longest_quick_name);
  ns = top->ns;
  first = out++;
  const auto size = static_cast<std::uint64_t>(name_end - local);
  *first = {reinterpret_cast<std::uintptr_t>(local) | std::uint64_t{ns} << 48, size << 32};
  return StepKind::go_on;
}

StepKind Machine::border_byte(char c) {
  if (is_xml_space(c)) {
    scan = Scan::space;
    ++scan_at;
    return StepKind::go_on;
  }
  if (c == '>') return finish_tag(false);
  if (c == '/') {
    scan = Scan::slash;
    ++scan_at;
    return StepKind::go_on;
  }
  if (scan == Scan::border) return fail(parse_errc::not_well_formed, scan_at);
  name_begin = scan_at;
  colon = nullptr;
  scan = Scan::attribute;
  return StepKind::go_on;
}

StepKind Machine::equals_byte(char c) {
  const char* p = scan_at++;
  if (is_xml_space(c)) return StepKind::go_on;
  if (scan == Scan::before_equals && c == '=') {
    scan = Scan::after_equals;
    return StepKind::go_on;
  }
  if (scan == Scan::before_equals || (c != '"' && c != '\'')) return fail(parse_errc::not_well_formed, p);
  quote = c;
  mark = p + 1;
  decoding = 0;
  scan = Scan::value;
  return StepKind::go_on;
}

StepKind Machine::scan_value() {
  if (reference != nullptr) {
    if (const StepKind step = value_reference(); step != StepKind::go_on) return step;
  }
  skip_positions(scan_at);
  while (at != end) {
    const char* p = base + *at++;
    if (*p == quote) return end_value(p);
    if (const StepKind step = value_byte(p); step != StepKind::go_on) return step;
  }
  scan_at = data_end;
  return StepKind::data_out;
}

StepKind Machine::value_byte(const char* p) {
  if (*p == '<' || (is_control(*p) && !is_xml_space(*p))) return fail(parse_errc::not_well_formed, p);
  if (is_control(*p)) decoding = static_cast<std::uint8_t>(Decoding::attribute);
  if (*p != '&') return StepKind::go_on;
  reference = p;
  return value_reference();
}

StepKind Machine::value_reference() {
  const Reference r = read_reference(between(reference, data_end));
  if (r.kind == ReferenceKind::partial) {
    scan_at = data_end;
    return static_cast<std::uint64_t>(data_end - reference) <= name_limit
               ? StepKind::data_out
               : fail(parse_errc::name_limit, reference + name_limit);
  }
  if (r.kind != ReferenceKind::character) return reference_error(r, reference);
  decoding = static_cast<std::uint8_t>(Decoding::attribute);
  reference = nullptr;
  return StepKind::go_on;
}

/// The walk goes on behind the value.
StepKind Machine::end_value(const char* p) {
  if (const StepKind step = accept_attribute(p); step != StepKind::go_on) return step;
  mark = p + 1;
  state = State::attributes;
  return StepKind::go_on;
}

/// At the `>` of a start tag.
StepKind Machine::finish_tag(bool empty) {
  const char* p = scan_at;
  skip_positions(p + 1);
  if (p >= stop && over_limit(p + 1)) return StepKind::error;
  if (check) {
    if (const StepKind step = resolve_prefixes(); step != StepKind::go_on) return step;
  }
  if (top - stack >= static_cast<std::ptrdiff_t>(limits_.depth)) return fail(parse_errc::depth_limit, tag);
  push();
  if (empty) return pop(p + 1);
  mark = p + 1;
  state = State::content;
  if (top != stack + 1) return StepKind::go_on;
  state = State::between;
  return StepKind::stream_open;
}

void Machine::push() {
  if (top == stack + stack_size_ - 1) grow_stack();
  const auto local_size = static_cast<std::uint16_t>(first->rest >> 32);
  const auto size = static_cast<std::uint16_t>(local_size + prefix);
  const bool quick = top != stack && prefix == 0 && bindings == bindings_out && size <= longest_quick_name;
  *++top = {first_eight({tag + 1, size}), first, bindings_out, size, quick ? size : std::uint16_t{0}, prefix, ns};
  attributes = 0;
  prefix = 0;
  check = false;
  bindings_out = bindings;
}

/// The element on top is complete; `behind` is just past it.
StepKind Machine::pop(const char* behind) {
  mark = behind;
  if (top == stack + 1) {  // <root/>
    state = State::root_empty;
    return StepKind::stream_open;
  }
  *out++ = {0, static_cast<std::uint64_t>(EventKind::end) << 48};
  top->start->rest |= static_cast<std::uint64_t>(out - top->start);
  bindings = bindings_out = top->bindings;
  namespaces_.unbind_to(bindings);
  --top;
  state = top == stack + 1 ? State::between : State::content;
  if (state == State::between) end_stanza();
  return StepKind::go_on;
}

void Machine::end_stanza() {
  *ready_out++ = {keep, mark, item, out};
  keep = nullptr;
}

// ---- end tags ----

StepKind Machine::close_tag() {
  if (top == stack) return fail(parse_errc::not_well_formed, tag + 1);
  if (state != State::close || scan < Scan::close_first || scan_at == nullptr) {
    state = State::close;
    scan = Scan::close_first;
    scan_at = tag + 2;
  }
  while (scan_at != data_end) {
    if (*scan_at == '>' && scan != Scan::close_first) return end_close_tag();
    if (const StepKind step = close_byte(); step != StepKind::go_on) return step;
  }
  return StepKind::data_out;
}

StepKind Machine::close_byte() {
  const Utf8Char c = read_utf8(between(scan_at, data_end));
  if (c.size == 0) return StepKind::data_out;
  const bool space = c.value < 0x80 && is_xml_space(static_cast<char>(c.value));
  const bool name_like = is_name_char(c.value) || c.value == ':';
  if (scan == Scan::close_first ? !is_name_start(c.value) : !space && (scan == Scan::close_space || !name_like)) {
    return fail(parse_errc::not_well_formed, scan_at);
  }
  if (scan == Scan::close_first) scan = Scan::close;
  if (space && scan == Scan::close) {
    name_end = scan_at;
    scan = Scan::close_space;
  }
  scan_at += c.size;
  const char* last = scan == Scan::close_space ? name_end : scan_at;
  const bool long_name = static_cast<std::uint64_t>(last - tag - 2) > name_limit;
  return long_name ? fail(parse_errc::name_limit, tag + 2 + name_limit) : StepKind::go_on;
}

StepKind Machine::end_close_tag() {
  const char* p = scan_at;
  skip_positions(p + 1);
  if (p >= stop && over_limit(p + 1)) return StepKind::error;
  const std::string_view found = between(tag + 2, scan == Scan::close_space ? name_end : p);
  if (found != open_name()) return fail(parse_errc::not_well_formed, tag + 2);
  scan_at = nullptr;
  if (top != stack + 1) return pop(p + 1);
  mark = p + 1;
  --top;
  in_epilog_ = true;
  state = State::epilog;
  return StepKind::stream_close;
}

/// The qualified name of the element on top.
std::string_view Machine::open_name() const {
  if (top == stack + 1) return root_->name;
  const char* local = reinterpret_cast<const char*>(top->start->word & 0xFFFF'FFFF'FFFFu);
  return {local - top->prefix, top->size};
}

}  // namespace squall::parsers::detail
