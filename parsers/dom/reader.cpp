#include "parsers/dom/reader.hpp"

#include "parsers/reference.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/special_markup.hpp"

namespace squall::parsers::dom {

using xml::SpecialMarkup;

bool Reader::fail(parse_errc code, std::size_t at) {
  stop_ = Stop::error;
  error_ = watch_.earlier(limits_, {code, offset_ + at});
  return false;
}

bool Reader::want_more() {
  at_ = input_.size();
  if (token_is_within_limits()) stop_ = Stop::need_more;
  return false;
}

bool Reader::token_is_within_limits() {
  error_ = watch_.check(limits_, offset_ + at_);
  if (error_) stop_ = Stop::error;
  return !error_;
}

bool Reader::expect(char c) {
  if (at_end()) return want_more();
  if (input_[at_] != c) return fail(parse_errc::not_well_formed);
  ++at_;
  return true;
}

bool Reader::skip_space() {
  const std::size_t start = at_;
  while (!at_end() && xml::is_space(input_[at_])) ++at_;
  return at_ != start;
}

bool Reader::header(Node& root, bool& empty) {
  skip_space();
  begin_token();
  if (at_end()) return want_more();
  if (input_[at_] != '<') return fail(parse_errc::not_well_formed);
  if (rest().size() == 1) return want_more();
  if (input_[at_ + 1] == '!' || input_[at_ + 1] == '?') return special_outside_content(parse_errc::not_well_formed);
  begin_stanza();
  return start_tag(root, empty);
}

bool Reader::between_stanzas(Next& next) {
  skip_space();
  begin_token();
  if (at_end()) return want_more();
  if (input_[at_] != '<') return not_text(parse_errc::text_between_stanzas);
  if (rest().size() == 1) return want_more();
  const char second = input_[at_ + 1];
  if (second == '!' || second == '?') return special_outside_content(parse_errc::text_between_stanzas);
  next = second == '/' ? Next::footer : Next::stanza;
  return true;
}

bool Reader::footer(const Node& root) {
  begin_token();
  return end_tag(root.name);
}

bool Reader::epilog() {
  skip_space();
  begin_token();
  if (at_end() || rest() == "<") return want_more();
  if (rest().starts_with("<!") || rest().starts_with("<?")) return special_outside_content(parse_errc::not_well_formed);
  return fail(parse_errc::not_well_formed);
}

/// Something other than markup stands where no text may be: `otherwise`, unless it is no text either.
bool Reader::not_text(parse_errc otherwise) {
  const xml::Decoded next = xml::decode_utf8(rest());
  if (next.status == xml::Decoded::Status::cut_off) return want_more();
  const bool good = next.status == xml::Decoded::Status::good && is_xml_char(next.character);
  return fail(good ? otherwise : parse_errc::not_well_formed);
}

bool Reader::special_outside_content(parse_errc cdata) {
  switch (xml::special_markup(rest())) {
    case SpecialMarkup::undecided:
      return want_more();
    case SpecialMarkup::restricted:
      return fail(parse_errc::restricted_xml);
    case SpecialMarkup::cdata:
      return fail(cdata);
    default:
      return fail(parse_errc::not_well_formed);
  }
}

}  // namespace squall::parsers::dom
