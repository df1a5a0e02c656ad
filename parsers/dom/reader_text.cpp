#include <algorithm>
#include <array>
#include <utility>

#include "parsers/dom/reader.hpp"
#include "parsers/reference.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/special_markup.hpp"

namespace squall::parsers::dom {
namespace {

using xml::Decoded;
using xml::SpecialMarkup;

constexpr char32_t beyond_unicode = 0x110000;

constexpr std::pair<std::string_view, char> entities[] = {
    {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};

/// ASCII that means itself wherever characters stand.
constexpr std::array<bool, 256> plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x20; c < 0x80; ++c)
    table[c] = std::string_view("&<>]\"'").find(static_cast<char>(c)) == std::string_view::npos;
  return table;
}();

bool is_plain(char c) {
  return plain[static_cast<unsigned char>(c)];
}

/// The value of a digit, or 16.
unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

}  // namespace

bool Reader::stanza(const Node& root, std::unique_ptr<Node>& tree) {
  begin_stanza();
  Node* open = nullptr;
  do {
    if (at_end()) return want_more();
    if (input_[at_] == '<') {
      if (!markup(open, root, tree)) return false;
    } else if (!text(open->append(Node::text()).characters)) {
      return false;
    }
  } while (open);
  return true;
}

bool Reader::markup(Node*& open, const Node& root, std::unique_ptr<Node>& tree) {
  begin_token();
  if (rest().size() == 1) return want_more();
  switch (input_[at_ + 1]) {
    case '/':
      return close(open);
    case '!':
    case '?':
      return special(*open);
    default:
      return child(open, root, tree);
  }
}

bool Reader::child(Node*& open, const Node& root, std::unique_ptr<Node>& tree) {
  auto element = Node::element();
  element->scope = open ? open : &root;
  bool empty = false;
  if (!start_tag(*element, empty)) return false;
  if (depth_ + 1 > limits_.depth) return fail(parse_errc::depth_limit);
  Node* added = open ? &open->append(std::move(element)) : (tree = std::move(element)).get();
  if (empty) return true;
  open = added;
  ++depth_;
  return true;
}

bool Reader::close(Node*& open) {
  if (!end_tag(open->name)) return false;
  open = open->parent();
  --depth_;
  return true;
}

bool Reader::special(Node& open) {
  if (xml::special_markup(rest()) != SpecialMarkup::cdata) return special_outside_content(parse_errc::not_well_formed);
  at_ += 9;
  return cdata(open.append(Node::text()).characters);
}

bool Reader::text(std::string& out) {
  begin_token();
  for (std::size_t brackets = 0; !at_end() && input_[at_] != '<';) {
    const char c = input_[at_];
    if (c == '>' && brackets >= 2) return fail(parse_errc::not_well_formed);
    brackets = c == ']' ? brackets + 1 : 0;
    const bool read = c == '&' ? reference(out) : c == '\r' ? line_end('\n', out) : character(out);
    if (!read) return false;
  }
  return at_end() ? want_more() : token_is_within_limits();
}

bool Reader::cdata(std::string& out) {
  begin_token();
  for (std::size_t brackets = 0; !at_end();) {
    const char c = input_[at_];
    if (c == '>' && brackets >= 2) {
      at_ -= 2;
      out.resize(out.size() - 2);
      if (!token_is_within_limits()) return false;
      at_ += 3;
      begin_token();
      return true;
    }
    brackets = c == ']' ? brackets + 1 : 0;
    if (!(c == '\r' ? line_end('\n', out) : character(out))) return false;
  }
  return want_more();
}

bool Reader::value_until(char quote, std::string& out) {
  while (!at_end() && input_[at_] != quote) {
    const char c = input_[at_];
    if (c == '<') return fail(parse_errc::not_well_formed);
    const bool space = c == '\t' || c == '\n';
    if (space) out.push_back(' '), ++at_;
    const bool read = space || (c == '&' ? reference(out) : c == '\r' ? line_end(' ', out) : character(out));
    if (!read) return false;
  }
  return expect(quote);
}

/// One character, or as many plain ones as there are.
bool Reader::character(std::string& out) {
  const std::size_t start = at_;
  while (!at_end() && is_plain(input_[at_])) ++at_;
  if (at_ != start) {
    out.append(input_, start, at_ - start);
    return true;
  }
  const Decoded next = xml::decode_utf8(rest());
  if (next.status == Decoded::Status::cut_off) return want_more();
  if (next.status == Decoded::Status::bad || !is_xml_char(next.character)) return fail(parse_errc::not_well_formed);
  out.append(rest().substr(0, next.size));
  at_ += next.size;
  return true;
}

/// CR or CRLF (XML 1.0 section 2.11).
bool Reader::line_end(char as, std::string& out) {
  if (rest().size() == 1) return want_more();
  at_ += input_[at_ + 1] == '\n' ? 2u : 1u;
  out.push_back(as);
  return true;
}

bool Reader::reference(std::string& out) {
  if (rest().size() == 1) return want_more();
  ++at_;
  if (input_[at_] != '#') return entity(out);
  ++at_;
  return number(out);
}

bool Reader::number(std::string& out) {
  if (at_end()) return want_more();
  const unsigned base = input_[at_] == 'x' ? 16 : 10;
  if (base == 16) ++at_;
  const std::size_t first = at_;
  char32_t value = 0;
  for (; !at_end() && digit(input_[at_]) < base; ++at_) {
    value = std::min(char32_t{value * base + digit(input_[at_])}, beyond_unicode);
  }
  if (at_end()) return want_more();
  if (at_ == first || input_[at_] != ';' || !is_xml_char(value)) return fail(parse_errc::not_well_formed);
  ++at_;
  append_utf8(value, out);
  return true;
}

bool Reader::entity(std::string& out) {
  const std::size_t start = at_;
  std::string name;
  if (!part_of_name(name, start)) return false;
  if (!expect(';')) return false;
  for (const auto& [known, character] : entities) {
    if (name == known) {
      out.push_back(character);
      return true;
    }
  }
  return fail(parse_errc::restricted_xml, start);
}

}  // namespace squall::parsers::dom
