#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parsers/dom/node.hpp"
#include "parsers/dom/reader.hpp"
#include "parsers/parser.hpp"
#include "parsers/xml/namespace_names.hpp"

namespace squall::parsers::dom {

/// The naive parser, as such parsers are: one byte after the other, a node on the heap for each element and text, a
/// string copied for each name and value, and all that is pending parsed again from its start when a stanza was not
/// complete. It keeps the bytes of a stanza.
/// Cost: quadratic in the size of a stanza that comes in many pieces; some 20 allocations a chat stanza.
class DomParser final : public Parser {
 public:
  explicit DomParser(const Limits& limits);

  void feed(std::string_view bytes) override;
  Item next() override;
  void reset() override;
  void discard() override;
  Element unfinished() const override { return unfinished_; }
  std::size_t pending_bytes() const override { return buffer_.size() - at_; }

  /// The tree of the stanza that next() answered last, or nullptr. Its owner may take it away.
  const Node* tree() const { return tree_.get(); }
  std::unique_ptr<Node> take_tree() { return std::move(tree_); }
  /// The root's name, attributes and declarations; it has no children.
  const Node& root() const { return *root_; }

 private:
  enum class State : std::uint8_t { start, prolog, content, empty_root, epilog };

  Item read_prolog(Reader& reader);
  Item read_header(Reader& reader);
  Item read_content(Reader& reader);
  Item read_stanza(Reader& reader, std::size_t start);
  Item read_footer(Reader& reader);
  Item stream_close(Reader& reader);
  Item read_epilog(Reader& reader);
  Item stopped(const Reader& reader, std::size_t resume_at);
  Item failed(ParseError error);
  void consume(std::size_t to) { at_ = to; }
  void show_unfinished();

  Limits limits_;
  State state_ = State::start;
  std::string buffer_;        // what was fed and is not consumed, behind what is
  std::size_t at_ = 0;        // consumed bytes of buffer_
  std::uint64_t offset_ = 0;  // of buffer_[0] in the stream
  bool dry_ = true;           // nothing came since need_more
  ParseError error_;
  std::unique_ptr<Node> root_;
  std::unique_ptr<Node> tree_;
  std::size_t open_ = 0;  // open elements of an unfinished tree_
  std::vector<Event> tape_;
  Element unfinished_;
  xml::NamespaceNames names_;
};

}  // namespace squall::parsers::dom
