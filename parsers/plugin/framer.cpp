#include "parsers/plugin/framer.hpp"

#include <algorithm>

#include "parsers/xml/chars.hpp"
#include "parsers/xml/special_markup.hpp"

namespace squall::parsers::plugin {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view without_space(std::string_view piece) {
  const auto first = std::find_if_not(piece.begin(), piece.end(), xml::is_space);
  return piece.substr(static_cast<std::size_t>(first - piece.begin()));
}

}  // namespace

std::string_view Framer::next(std::string_view& input) {
  if (error_) return {};
  if (is_done_) held_.clear();
  is_done_ = false;
  const std::size_t end = scan(input);
  std::string_view piece = input.substr(0, end);
  if (held_.empty()) piece = without_space(piece);
  input.remove_prefix(end);
  taken_ += end;
  if (error_) return {};
  const bool is_whole = is_done_ && held_.empty();
  if (!is_whole) held_ += piece;
  if (held_.size() > limits_.stanza_bytes || piece.size() > limits_.stanza_bytes) {
    fail(parse_errc::stanza_limit, 0);
    return {};
  }
  if (!is_done_) return {};
  return is_whole ? piece : std::string_view(held_);
}

/// Goes on until an item ends or something is wrong; answers how many bytes that took.
std::size_t Framer::scan(std::string_view input) {
  std::size_t at = 0;
  while (at < input.size() && !is_done_ && !error_) at = step(input, at);
  return at;
}

std::size_t Framer::step(std::string_view input, std::size_t at) {
  switch (state_) {
    case State::outside:
      return outside(input, at);
    case State::text:
      at = std::min(input.find('<', at), input.size());
      if (at == input.size()) return at;
      state_ = State::opening;
      return at + 1;
    case State::opening:
      return opening(input, at);
    case State::quote:
      at = std::min(input.find(quote_, at), input.size());
      if (at == input.size()) return at;
      state_ = quoted_in_;
      return at + 1;
    case State::start_tag:
    case State::end_tag:
      return tag(input, at);
    case State::special:
      return special(input, at);
    case State::declaration:
      return until(input, at, '?');
    case State::cdata:
      break;
  }
  return until(input, at, ']');
}

std::size_t Framer::outside(std::string_view input, std::size_t at) {
  const char c = input[at];
  if (c == '<' && !is_closed_) {
    state_ = State::opening;
    if (at_start_ && taken_ + at > 0 && taken_ + at < byte_order_mark.size()) fail(parse_errc::not_well_formed, at);
  } else if (at_start_ && taken_ + at < byte_order_mark.size() && static_cast<unsigned char>(c) >= 0x80) {
    if (c != byte_order_mark[static_cast<std::size_t>(taken_ + at)]) fail(parse_errc::not_well_formed, at);
    return at + 1;  // the byte order mark
  } else if (!xml::is_space(c)) {
    fail(depth_ == 1 ? parse_errc::text_between_stanzas : parse_errc::not_well_formed, at);
  } else {
    at_start_ = false;
  }
  return at + 1;
}

std::size_t Framer::opening(std::string_view input, std::size_t at) {
  const char c = input[at];
  before_ = before_that_ = 0;
  if (c == '!' || c == '?') {
    head_.assign(1, '<');
    state_ = State::special;
    return at;
  }
  at_start_ = false;
  state_ = c == '/' ? State::end_tag : State::start_tag;
  if (c == '/' && depth_ == 0) fail(parse_errc::not_well_formed, at);
  return c == '/' ? at + 1 : at;
}

std::size_t Framer::tag(std::string_view input, std::size_t at) {
  const std::size_t stop = std::min(input.find_first_of(">\"'<", at), input.size());
  if (stop > at) before_ = input[stop - 1];
  if (stop == input.size()) return stop;
  if (input[stop] == '>') {
    state_ == State::start_tag ? close_start_tag() : close_end_tag();
  } else if (input[stop] == '<') {
    fail(parse_errc::not_well_formed, stop);
  } else {
    quote_ = input[stop];
    quoted_in_ = state_;
    state_ = State::quote;
    before_ = quote_;
  }
  return stop + 1;
}

void Framer::close_start_tag() {
  const bool is_empty = before_ == '/';
  if (depth_ >= limits_.depth) return fail(parse_errc::depth_limit, 0);
  state_ = State::text;
  if (depth_ == 0) {
    is_closed_ = is_empty;
    depth_ = is_empty ? 0 : 1;
    return end_item();
  }
  if (!is_empty) {
    ++depth_;
  } else if (depth_ == 1) {
    end_item();
  }
}

void Framer::close_end_tag() {
  --depth_;
  state_ = State::text;
  is_closed_ = depth_ == 0;
  if (depth_ <= 1) end_item();
}

void Framer::end_item() {
  is_done_ = true;
  state_ = State::outside;
}

/// `<!` and `<?` until it is plain what they begin.
std::size_t Framer::special(std::string_view input, std::size_t at) {
  head_ += input[at];
  switch (xml::special_markup(head_)) {
    case xml::SpecialMarkup::undecided:
      break;
    case xml::SpecialMarkup::cdata:
      state_ = State::cdata;
      if (depth_ <= 1) fail(depth_ == 1 ? parse_errc::text_between_stanzas : parse_errc::not_well_formed, at);
      break;
    case xml::SpecialMarkup::declaration:
      state_ = State::declaration;
      if (!at_start_) fail(parse_errc::not_well_formed, at);
      at_start_ = false;
      break;
    case xml::SpecialMarkup::restricted:
      fail(parse_errc::restricted_xml, at);
      break;
    case xml::SpecialMarkup::malformed:
      fail(parse_errc::not_well_formed, at);
      break;
  }
  return at + 1;
}

/// The `>` behind one `last` (a declaration) or two (a CDATA section).
std::size_t Framer::until(std::string_view input, std::size_t at, char last) {
  const char c = input[at];
  const bool is_section = state_ == State::cdata;
  if (c == '>' && before_ == last && (!is_section || before_that_ == last)) {
    state_ = is_section ? State::text : State::outside;
  }
  before_that_ = before_;
  before_ = c;
  return at + 1;
}

void Framer::fail(parse_errc code, std::size_t at) {
  error_ = {code, taken_ + at};
}

}  // namespace squall::parsers::plugin
