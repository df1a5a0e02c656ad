#pragma once

#include <cstdint>
#include <optional>

#include "parsers/error.hpp"
#include "parsers/limits.hpp"

namespace squall::parsers::xml {

/// Holds the size of a stanza and of the token being read against their limits.
/// Of two limits that were passed, the one passed first counts, however the input was cut.
struct SizeWatch {
  std::optional<std::uint64_t> stanza_start;  ///< offset of the `<` of the first-level element or header
  std::uint64_t token_start = 0;

  /// The limit that bytes up to `end` (offset, exclusive) break, or no error.
  ParseError check(const Limits& limits, std::uint64_t end) const;
  /// `fault`, unless a limit was passed before it.
  ParseError earlier(const Limits& limits, ParseError fault) const;
};

}  // namespace squall::parsers::xml
