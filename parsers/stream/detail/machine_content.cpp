#include <algorithm>

#include "parsers/stream/detail/declaration.hpp"
#include "parsers/stream/detail/machine.hpp"
#include "parsers/xml_names.hpp"

// Everything between tags, and markup that is not a tag.

namespace squall::parsers::detail {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view cdata_open = "<![CDATA[";

std::string_view between(const char* first, const char* last) {
  return {first, static_cast<std::size_t>(last - first)};
}

Slot text_slot(const char* data, const char* data_end, Decoding decoding) {
  const auto size = static_cast<std::uint64_t>(data_end - data);
  return {reinterpret_cast<std::uintptr_t>(data),
          size | static_cast<std::uint64_t>(EventKind::text) << 48 | static_cast<std::uint64_t>(decoding) << 56};
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

}  // namespace

// ---- outside stanzas ----

StepKind Machine::outside() {
  if (reference != nullptr) return outside_reference();
  const char* limit = at == end ? data_end : base + *at;
  if (!skip_space(limit)) return not_allowed_outside(mark);
  if (mark != limit || at == end) return StepKind::data_out;
  return outside_byte(limit);
}

/// Moves mark over white space and the byte order mark; false if something else is there.
bool Machine::skip_space(const char* limit) {
  for (; mark != limit; ++mark) {
    if (is_xml_space(*mark)) continue;
    const std::uint64_t offset = offset_of(mark);
    const bool in_bom = state == State::prolog && offset < byte_order_mark.size() && *mark == byte_order_mark[offset];
    if (!in_bom || (offset != 0 && !bom_)) return false;
    bom_ = true;
  }
  return true;
}

StepKind Machine::outside_byte(const char* p) {
  ++at;
  if (*p == '<') {
    begin_item(p);
    return StepKind::go_on;
  }
  if (*p == '&' && state == State::between) {
    keep = reference = p;
    stop = p + span_limit;
    return outside_reference();
  }
  mark = p + 1;
  return is_xml_space(*p) ? StepKind::go_on : not_allowed_outside(p);
}

void Machine::begin_item(const char* p) {
  keep = tag = p;
  stop = p + span_limit;
  item = out;
  state = in_epilog_ ? State::start : State::open;
}

/// No reference may stand there, not even one to white space.
StepKind Machine::outside_reference() {
  const Reference r = read_reference(between(reference, data_end));
  if (r.kind == ReferenceKind::partial) {
    return static_cast<std::uint64_t>(data_end - reference) <= name_limit
               ? StepKind::data_out
               : fail(parse_errc::name_limit, reference + name_limit);
  }
  if (r.kind != ReferenceKind::character) return reference_error(r, reference);
  return not_allowed_outside(reference);
}

StepKind Machine::not_allowed_outside(const char* p) {
  const bool text = state == State::between && !is_control(*p);
  return fail(text ? parse_errc::text_between_stanzas : parse_errc::not_well_formed, p);
}

// ---- text in a stanza ----

StepKind Machine::text() {
  if (state == State::content) decoding = 0;
  if (reference != nullptr) {
    if (const StepKind step = text_reference(); step != StepKind::go_on) return step;
  }
  state = State::text;
  while (at != end) {
    const char* p = base + *at++;
    if (*p == '<') {
      if (p >= stop && over_limit(p)) return StepKind::error;
      end_text(p);
      return StepKind::go_on;
    }
    if (const StepKind step = text_byte(p); step != StepKind::go_on) return step;
  }
  return StepKind::data_out;
}

StepKind Machine::text_byte(const char* p) {
  if (*p == '&') {
    reference = p;
    return text_reference();
  }
  if (*p == '>' && p - mark >= 2 && p[-1] == ']' && p[-2] == ']') return fail(parse_errc::not_well_formed, p);
  if (*p == '\r') decoding = static_cast<std::uint8_t>(Decoding::text);
  return is_control(*p) && !is_xml_space(*p) ? fail(parse_errc::not_well_formed, p) : StepKind::go_on;
}

StepKind Machine::text_reference() {
  const Reference r = read_reference(between(reference, data_end));
  if (r.kind == ReferenceKind::partial) {
    return static_cast<std::uint64_t>(data_end - reference) <= name_limit
               ? StepKind::data_out
               : fail(parse_errc::name_limit, reference + name_limit);
  }
  if (r.kind != ReferenceKind::character) return reference_error(r, reference);
  decoding = static_cast<std::uint8_t>(Decoding::text);
  reference = nullptr;
  return StepKind::go_on;
}

StepKind Machine::reference_error(const Reference& r, const char* p) {
  if (r.kind == ReferenceKind::malformed) return fail(parse_errc::not_well_formed, p + r.size);
  return fail(parse_errc::restricted_xml, p);
}

/// Puts the run of text up to `p` on the tape; a `<` stands there.
void Machine::end_text(const char* p) {
  if (p != mark) *out++ = text_slot(mark, p, static_cast<Decoding>(decoding));
  decoding = 0;
  tag = p;
  state = State::open;
}

// ---- markup ----

/// A `<` was met, and something follows it.
StepKind Machine::opened() {
  if (tag + 1 == data_end) return StepKind::data_out;
  switch (tag[1]) {
    case '!':
    case '?':
      state = State::markup;
      return markup();
    case '/':
      state = State::close;
      scan = Scan::close_first;
      scan_at = tag + 2;
      return close_tag();
    default:
      return start_tag();
  }
}

StepKind Machine::markup() {
  const std::string_view bytes = between(tag, data_end);
  return bytes[1] == '!' ? bang(bytes) : instruction(bytes);
}

StepKind Machine::bang(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, cdata_open.size());
  if (bytes.starts_with("<!--") || bytes.starts_with("<!D")) return fail(parse_errc::restricted_xml, tag);
  if (bytes == "<!-" || bytes == "<!") return StepKind::data_out;
  const auto differs = std::mismatch(start.begin(), start.end(), cdata_open.begin()).first;
  if (differs != start.end()) return fail(parse_errc::not_well_formed, tag + (differs - start.begin()));
  if (top == stack || in_epilog_) return fail(parse_errc::not_well_formed, tag + 2);
  if (start.size() < cdata_open.size()) return StepKind::data_out;
  if (top == stack + 1) return fail(parse_errc::text_between_stanzas, tag);
  mark = tag + cdata_open.size();
  skip_positions(mark);
  decoding = 0;
  state = State::cdata;
  return cdata();
}

StepKind Machine::instruction(std::string_view bytes) {
  constexpr std::string_view reserved = "<?xml";
  const std::size_t n = std::min(bytes.size(), reserved.size());
  const bool alike = std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n), reserved.begin(),
                                [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; });
  if (!alike) return fail(parse_errc::restricted_xml, tag);
  if (bytes.size() <= reserved.size()) return StepKind::data_out;
  const Utf8Char c = read_utf8(bytes.substr(reserved.size()));
  if (c.size == 0) return StepKind::data_out;
  if (is_name_char(c.value) || c.value == ':') return fail(parse_errc::restricted_xml, tag);
  const bool at_start = top == stack && !in_epilog_ && offset_of(tag) == (bom_ ? byte_order_mark.size() : 0);
  if (!at_start || !bytes.starts_with(reserved)) return fail(parse_errc::not_well_formed, tag + 2);
  state = State::declaration;
  return declaration();
}

StepKind Machine::declaration() {
  for (; at != end; ++at) {
    const char* p = base + *at;
    if (is_control(*p) && !is_xml_space(*p)) return fail(parse_errc::not_well_formed, p);
    if (*p != '>' || p[-1] != '?' || p < tag + 6) continue;
    ++at;
    if (p >= stop && over_limit(p + 1)) return StepKind::error;
    return end_declaration(p);
  }
  return StepKind::data_out;
}

StepKind Machine::end_declaration(const char* p) {
  const parse_errc code = check_declaration(between(tag + 5, p - 1));
  if (code != parse_errc::none) return fail(code, tag);
  mark = p + 1;
  keep = nullptr;
  state = State::prolog;
  return StepKind::go_on;
}

StepKind Machine::cdata() {
  while (at != end) {
    const char* p = base + *at++;
    if (*p == '\r') decoding = static_cast<std::uint8_t>(Decoding::cdata);
    if (is_control(*p) && !is_xml_space(*p)) return fail(parse_errc::not_well_formed, p);
    if (*p == '>' && p - mark >= 2 && p[-1] == ']' && p[-2] == ']') return end_cdata(p);
  }
  return StepKind::data_out;
}

StepKind Machine::end_cdata(const char* p) {
  if (p >= stop && over_limit(p + 1)) return StepKind::error;
  const char* last = p - 2;
  if (last != mark) *out++ = text_slot(mark, last, static_cast<Decoding>(decoding));
  decoding = 0;
  mark = p + 1;
  state = State::content;
  return StepKind::go_on;
}

}  // namespace squall::parsers::detail
