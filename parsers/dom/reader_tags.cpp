#include <algorithm>
#include <array>

#include "parsers/dom/reader.hpp"
#include "parsers/xml/chars.hpp"
#include "parsers/xml/well_known.hpp"
#include "parsers/xml_names.hpp"

namespace squall::parsers::dom {
namespace {

/// The ASCII among the characters of names, the colon excepted.
constexpr std::array<bool, 256> plain_name = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

bool is_plain_name_char(char c) {
  return plain_name[static_cast<unsigned char>(c)];
}

bool may_begin_name(char c) {
  return c != '-' && c != '.' && !(c >= '0' && c <= '9');
}

bool is_legal(const Declaration& d) {
  const bool reserved_uri = d.uri == xml::xml_uri || d.uri == xml::xmlns_uri;
  if (d.prefix == "xml") return d.uri == xml::xml_uri;
  return d.prefix != "xmlns" && !reserved_uri && (d.prefix.empty() || !d.uri.empty());
}

bool same(const Name& a, const Name& b) {
  return a.local == b.local && a.ns == b.ns;
}

}  // namespace

bool Reader::start_tag(Node& element, bool& empty) {
  begin_token();
  ++at_;
  if (!qualified_name(element.name)) return false;
  for (;;) {
    const bool space = skip_space();
    if (at_end()) return want_more();
    if (input_[at_] == '>' || input_[at_] == '/') break;
    if (!space) return fail(parse_errc::not_well_formed);
    if (!attribute(element)) return false;
  }
  empty = input_[at_] == '/';
  if (empty) ++at_;
  return expect('>') && token_is_within_limits() && resolve(element);
}

bool Reader::end_tag(const Name& open) {
  begin_token();
  at_ += 2;
  const std::size_t start = at_;
  Name name;
  if (!qualified_name(name)) return false;
  skip_space();
  if (!expect('>') || !token_is_within_limits()) return false;
  return (name.local == open.local && name.prefix == open.prefix) || fail(parse_errc::not_well_formed, start);
}

bool Reader::attribute(Node& element) {
  if (element.attributes.size() + element.declarations.size() == limits_.attributes) {
    return fail(parse_errc::attribute_limit);
  }
  Attribute read;
  if (!qualified_name(read.name)) return false;
  skip_space();
  if (!expect('=')) return false;
  skip_space();
  if (!attribute_value(read.value)) return false;
  if (read.name.prefix == "xmlns") {
    element.declarations.push_back({read.name.local, read.value});
  } else if (read.name.prefix.empty() && read.name.local == "xmlns") {
    element.declarations.push_back({"", read.value});
  } else {
    element.attributes.push_back(std::move(read));
  }
  return true;
}

bool Reader::attribute_value(std::string& out) {
  if (at_end()) return want_more();
  const char quote = input_[at_];
  if (quote != '"' && quote != '\'') return fail(parse_errc::not_well_formed);
  ++at_;
  return value_until(quote, out);
}

bool Reader::qualified_name(Name& name) {
  const std::size_t start = at_;
  if (!part_of_name(name.local, start)) return false;
  if (input_[at_] != ':') return true;
  ++at_;
  name.prefix.swap(name.local);
  return part_of_name(name.local, start);
}

/// An NCName. It is complete only when the byte behind it is there.
bool Reader::part_of_name(std::string& out, std::size_t name_start) {
  for (;;) {
    const std::size_t start = at_;
    while (!at_end() && is_plain_name_char(input_[at_])) ++at_;
    if (at_ - name_start > limits_.name_bytes) return fail(parse_errc::name_limit, name_start + limits_.name_bytes);
    if (out.empty() && at_ != start && !may_begin_name(input_[start])) return fail(parse_errc::not_well_formed, start);
    out.append(input_, start, at_ - start);
    if (at_end()) return want_more();
    if (static_cast<signed char>(input_[at_]) >= 0) return !out.empty() || fail(parse_errc::not_well_formed);
    if (!foreign_name_char(out)) return false;
  }
}

/// A character of a name beyond ASCII.
bool Reader::foreign_name_char(std::string& out) {
  const xml::Decoded next = xml::decode_utf8(rest());
  if (next.status == xml::Decoded::Status::cut_off) return want_more();
  const bool good = out.empty() ? is_name_start(next.character) : is_name_char(next.character);
  if (next.status != xml::Decoded::Status::good || !good) return fail(parse_errc::not_well_formed);
  out.append(rest().substr(0, next.size));
  at_ += next.size;
  return true;
}

bool Reader::declarations_are_legal(const Node& element) {
  const auto& all = element.declarations;
  for (auto d = all.begin(); d != all.end(); ++d) {
    const auto taken =
        std::find_if(all.begin(), d, [d](const Declaration& other) { return other.prefix == d->prefix; });
    if (taken != d || !is_legal(*d)) return fail(parse_errc::not_well_formed);
  }
  return true;
}

bool Reader::names_are_unique(const Node& element) {
  const auto& all = element.attributes;
  for (auto a = all.begin(); a != all.end(); ++a) {
    const auto taken = std::find_if(all.begin(), a, [a](const Attribute& other) { return same(other.name, a->name); });
    if (taken != a) return fail(parse_errc::not_well_formed);
  }
  return true;
}

bool Reader::resolve(Node& element) {
  if (!declarations_are_legal(element) || !resolve(element, element.name)) return false;
  for (Attribute& a : element.attributes) {
    if (!a.name.prefix.empty() && !resolve(element, a.name)) return false;
  }
  return names_are_unique(element);
}

bool Reader::resolve(const Node& element, Name& name) {
  if (name.prefix == "xml") {
    name.ns = xml::xml_uri;
    return true;
  }
  const std::string* uri = element.uri_of(name.prefix);
  if (!uri && !name.prefix.empty()) return fail(parse_errc::bad_namespace_prefix);
  if (uri) name.ns = *uri;
  return true;
}

}  // namespace squall::parsers::dom
