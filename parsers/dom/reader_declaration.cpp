#include "parsers/dom/reader.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/declaration.hpp"
#include "parsers/xml/special_markup.hpp"

namespace squall::parsers::dom {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool may_be_declared(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

}  // namespace

bool Reader::declaration() {
  begin_token();
  if (byte_order_mark.starts_with(rest())) return want_more();
  if (rest().starts_with(byte_order_mark)) at_ += byte_order_mark.size();
  if (rest() == "<") return want_more();
  if (!rest().starts_with("<?")) return true;
  const auto kind = xml::special_markup(rest());
  if (kind != xml::SpecialMarkup::declaration) return special_outside_content(parse_errc::not_well_formed);
  at_ += 5;
  return declared_version() && optional_declarations() && expect('?') && expect('>') && token_is_within_limits();
}

bool Reader::declared_version() {
  std::string version;
  skip_space();
  const std::size_t start = at_;
  if (!pseudo_attribute("version", version)) return false;
  return xml::is_version_1(version) || fail(parse_errc::unsupported_version, start);
}

bool Reader::optional_declarations() {
  bool space = skip_space();
  std::string value;
  if (space && !at_end() && input_[at_] == 'e') {
    const std::size_t start = at_;
    if (!pseudo_attribute("encoding", value)) return false;
    if (value.empty() || !is_letter(value[0])) return fail(parse_errc::not_well_formed, start);
    if (!xml::is_utf8_name(value)) return fail(parse_errc::unsupported_encoding, start);
    space = skip_space();
  }
  if (!space || at_end() || input_[at_] != 's') return true;
  if (!pseudo_attribute("standalone", value)) return false;
  if (value != "yes" && value != "no") return fail(parse_errc::not_well_formed);
  skip_space();
  return true;
}

bool Reader::pseudo_attribute(std::string_view name, std::string& value) {
  for (char c : name) {
    if (!expect(c)) return false;
  }
  skip_space();
  if (!expect('=')) return false;
  skip_space();
  if (at_end()) return want_more();
  const char quote = input_[at_];
  if (quote != '"' && quote != '\'') return fail(parse_errc::not_well_formed);
  value.clear();
  while (++at_ < input_.size() && may_be_declared(input_[at_])) value.push_back(input_[at_]);
  return expect(quote);
}

}  // namespace squall::parsers::dom
