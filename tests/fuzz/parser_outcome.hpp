#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/parser.hpp"

namespace squall::parsers::fuzz {

/// What one parser made of some bytes.
struct Outcome {
  std::vector<std::string> items;  ///< header, stanzas and end, in canonical form
  std::string unfinished;          ///< lines of a stanza that is not complete
  ParseError error;
};

/// Feeds pieces of `chunk` bytes (0: all at once), each from memory of just its size that is gone afterwards.
Outcome read(ParserKind kind, const Limits& limits, std::string_view bytes, std::size_t chunk);

/// Why two outcomes of the same bytes contradict each other; empty if they do not.
/// Parsers may notice a fault in a token that is not whole, or wait for its end; and of several faults in one token
/// each may report another. `expat`: the second is expat's, whose names follow an older edition of XML 1.0.
std::string contradiction(const Outcome& a, const Outcome& b, std::string_view bytes, bool expat);

/// The outcome in words.
std::string to_text(const Outcome& outcome);

}  // namespace squall::parsers::fuzz
