#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/parser.hpp"

namespace squall::parsers::test {

/// What a parser delivers for some input, in words that a test can compare.
///
///     open {ns}stream [from=a]          the stream header
///     {ns}message [id=1]({ns}body("x"))  a stanza
///     close
struct Reading {
  std::vector<std::string> items;
  std::string unfinished;  ///< of an unfinished stanza at the end, tags still open left open
  parse_errc error = parse_errc::none;
  std::uint64_t offset = 0;  ///< of the error

  bool operator==(const Reading&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Reading& reading);

/// An element in the words above; `jabber:client` is left out.
std::string describe(const Element& element);

/// Cuts the input and says how long each piece is.
using Cutter = std::function<std::size_t(std::size_t at)>;
Cutter whole();
Cutter pieces_of(std::size_t bytes);
Cutter split_at(std::size_t at);

/// Feeds a parser each piece from memory that is gone when the next one comes.
Reading read(Parser& parser, std::string_view xml, const Cutter& cutter);

/// Reads with a streaming parser; fails the test unless chunks of 1, 2, 3, 7, 64 and 100 bytes, the whole, and each
/// split in two (of inputs under 2,000 bytes) read the same.
Reading read_every_way(std::string_view xml, const Limits& limits = {});

/// The usual stream header, and a stream made of it and some stanzas.
inline constexpr std::string_view header =
    "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
    "version='1.0'>";
std::string stream_of(std::string_view stanzas);

/// Reads a stream of these stanzas in every way; the answer is without the stream header.
Reading read_stanzas(std::string_view stanzas, const Limits& limits = {});

}  // namespace squall::parsers::test
