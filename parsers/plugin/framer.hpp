#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "parsers/error.hpp"
#include "parsers/limits.hpp"

namespace squall::parsers::plugin {

/// Cuts a stream into its header, its stanzas and its end tag, for parsers that cannot stop in the midst of one.
/// It counts tags and skips quotes and CDATA sections; whether a name or an end tag is right is for the parser to see.
/// What stands between stanzas, RFC 6120 section 11.1 and the limits of depth and stanza are its business, for without
/// them it cannot find an end. Cost: linear in the bytes, however they are cut; items that come whole are not copied.
class Framer {
 public:
  explicit Framer(const Limits& limits) : limits_(limits) {}

  /// Takes from the front of `input` what belongs to the next item. Answers the item, `<` to `>` (the header with what
  /// stands before it), or nothing if it is not whole yet or error() says why it never will be.
  /// Lifetime: that of the input, and until the next call.
  std::string_view next(std::string_view& input);
  ParseError error() const { return error_; }
  /// Bytes of an item that is not whole.
  std::size_t pending_bytes() const { return is_done_ ? 0 : held_.size(); }
  void reset() { *this = Framer(limits_); }

 private:
  enum class State : std::uint8_t { outside, declaration, cdata, text, opening, start_tag, end_tag, quote, special };

  std::size_t scan(std::string_view input);
  std::size_t step(std::string_view input, std::size_t at);
  std::size_t outside(std::string_view input, std::size_t at);
  std::size_t opening(std::string_view input, std::size_t at);
  std::size_t tag(std::string_view input, std::size_t at);
  std::size_t special(std::string_view input, std::size_t at);
  std::size_t until(std::string_view input, std::size_t at, char last);
  void decide();
  void close_start_tag();
  void close_end_tag();
  void end_item();
  void fail(parse_errc code, std::size_t at);

  Limits limits_;
  State state_ = State::outside;
  State quoted_in_ = State::start_tag;
  char quote_ = 0;
  char before_ = 0;  // the byte before, in a tag, a declaration or a section
  char before_that_ = 0;
  bool is_done_ = false;  // an item ended
  bool at_start_ = true;  // nothing of the stream but a byte order mark has come
  bool is_closed_ = false;
  std::uint32_t depth_ = 0;
  std::string head_;         // of special markup
  std::string held_;         // the front of an item that came in pieces
  std::uint64_t taken_ = 0;  // bytes of the stream before the input of this call
  ParseError error_;
};

}  // namespace squall::parsers::plugin
