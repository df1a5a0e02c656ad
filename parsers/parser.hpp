#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "parsers/error.hpp"
#include "parsers/event.hpp"
#include "parsers/limits.hpp"

namespace squall::parsers {

/// What Parser::next() came upon.
enum class ItemKind : std::uint8_t {
  need_more,     ///< everything fed so far is consumed
  stream_open,   ///< the root's start tag; element has its name and attributes, no children
  stanza,        ///< a complete first-level element
  stream_close,  ///< the root's end tag
  error,         ///< fatal; comes again at each next() until reset()
};

/// Lifetime: until the next call of next(), feed() or reset(), or the parser's end.
struct Item {
  ItemKind kind = ItemKind::need_more;
  Element element;         ///< stream_open and stanza
  std::string_view bytes;  ///< stanza: its bytes as received, from `<` to `>`; empty if this parser does not keep them
  ParseError error;        ///< error
};

/// One XML stream, fed in pieces of any size and asked for what is complete.
///
///     parser.feed(bytes);
///     for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) ...
///
/// Lifetime: the bytes given to feed() must stay until next() answers need_more; whatever is unfinished then has been
///           copied by the parser. feed() is legal only before the first byte or after need_more.
///           The parser may be reset or destroyed between any two calls.
/// A stanza is due the moment its last `>` is in. White space between stanzas is dropped; any other text there is
/// parse_errc::text_between_stanzas.
class Parser {
 public:
  virtual ~Parser() = default;
  virtual void feed(std::string_view bytes) = 0;
  virtual Item next() = 0;
  /// A new stream begins with the next byte (RFC 6120 sections 4.3.3, 5.4.3.3 and 6.4.6). What was fed and not yet
  /// consumed is parsed as the start of that stream.
  virtual void reset() = 0;
  /// As reset(), but drops what was fed and not yet consumed (STARTTLS).
  virtual void discard() = 0;
  /// The events so far of a stanza that is not complete, after need_more or error; empty if there is none.
  /// Spans are not set in it.
  virtual Element unfinished() const = 0;
  /// Bytes held back for an unfinished stanza.
  virtual std::size_t pending_bytes() const = 0;

 protected:
  Parser() = default;
  Parser(const Parser&) = default;
  Parser& operator=(const Parser&) = default;
};

enum class ParserKind : std::uint8_t { stream, dom, expat };

std::string_view to_string(ParserKind kind);
std::optional<ParserKind> parser_kind(std::string_view name);

class Workspace;

/// Memory that the parsers of one thread share (index, tape, tables). A connection keeps only what an unfinished
/// stanza needs. One parser at a time may be between feed() and need_more on it.
std::shared_ptr<Workspace> make_workspace();

/// Makes a parser of that kind. `workspace` must outlive it.
std::unique_ptr<Parser> make_parser(ParserKind kind, const Limits& limits, Workspace& workspace);

}  // namespace squall::parsers
