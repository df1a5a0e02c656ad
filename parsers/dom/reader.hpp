#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/dom/node.hpp"
#include "parsers/error.hpp"
#include "parsers/limits.hpp"
#include "parsers/xml/size_watch.hpp"

namespace squall::parsers::dom {

/// Reads one construct after the other off a buffer, one byte after the other, and builds nodes from them.
/// Each reading function answers whether the construct is complete; if not, stop() says why, and nothing more can be
/// read. Spec: XML 1.0, Namespaces in XML 1.0, RFC 6120 section 11.
class Reader {
 public:
  enum class Stop : std::uint8_t { none, need_more, error };
  enum class Next : std::uint8_t { stanza, footer };

  /// Starts at `at` of `input`, whose first byte has that `offset` in the stream.
  Reader(const Limits& limits, std::string_view input, std::size_t at, std::uint64_t offset)
      : limits_(limits), input_(input), at_(at), offset_(offset) {}

  Stop stop() const { return stop_; }
  ParseError error() const { return error_; }
  std::size_t position() const { return at_; }
  /// Of the first-level element that stanza() has begun, itself included.
  std::size_t open_elements() const { return depth_ - 1; }

  /// True if there was any. Never stops the reading.
  bool skip_space();
  /// A byte order mark and an XML declaration, both of which may be missing.
  bool declaration();
  /// The root's start tag; `empty` if that is its end tag too.
  bool header(Node& root, bool& empty);
  /// What comes at depth one.
  bool between_stanzas(Next& next);
  /// A whole first-level element. `tree` holds what was read of it even if it is not complete.
  bool stanza(const Node& root, std::unique_ptr<Node>& tree);
  /// The root's end tag.
  bool footer(const Node& root);
  /// Behind the root's end: never true.
  bool epilog();

 private:
  std::string_view rest() const { return input_.substr(at_); }
  bool at_end() const { return at_ == input_.size(); }
  bool fail(parse_errc code) { return fail(code, at_); }
  bool fail(parse_errc code, std::size_t at);
  bool want_more();
  bool token_is_within_limits();
  void begin_token() { watch_.token_start = offset_ + at_; }
  void begin_stanza() { watch_.stanza_start = offset_ + at_; }
  bool expect(char c);
  bool not_text(parse_errc otherwise);
  bool special_outside_content(parse_errc cdata);

  // reader_declaration.cpp
  bool declared_version();
  bool optional_declarations();
  bool pseudo_attribute(std::string_view name, std::string& value);

  // reader_tags.cpp
  bool start_tag(Node& element, bool& empty);
  bool end_tag(const Name& open);
  bool attribute(Node& element);
  bool attribute_value(std::string& out);
  bool qualified_name(Name& name);
  bool part_of_name(std::string& out, std::size_t name_start);
  bool foreign_name_char(std::string& out);
  bool resolve(Node& element);
  bool resolve(const Node& element, Name& name);
  bool declarations_are_legal(const Node& element);
  bool names_are_unique(const Node& element);

  // reader_text.cpp
  bool markup(Node*& open, const Node& root, std::unique_ptr<Node>& tree);
  bool child(Node*& open, const Node& root, std::unique_ptr<Node>& tree);
  bool close(Node*& open);
  bool special(Node& open);
  bool text(std::string& out);
  bool cdata(std::string& out);
  bool value_until(char quote, std::string& out);
  bool character(std::string& out);
  bool line_end(char as, std::string& out);
  bool reference(std::string& out);
  bool number(std::string& out);
  bool entity(std::string& out);

  Limits limits_;
  std::string_view input_;
  std::size_t at_;
  std::uint64_t offset_;
  std::uint32_t depth_ = 1;  // open elements, the root included
  xml::SizeWatch watch_;
  Stop stop_ = Stop::none;
  ParseError error_;
};

}  // namespace squall::parsers::dom
