#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace squall::report {

/// Text of unknown origin made fit for a terminal: control characters (C0, DEL, C1, line and paragraph separators,
/// bidirectional overrides) and bytes that are not UTF-8 become \n, \t, \x1b or \u{202e}. Everything else stays.
/// `limit`: bytes of input looked at; a longer text is cut at a character and ends in "…".
std::string printable(std::string_view text, std::size_t limit = 256);

/// Columns that printable text takes when each character takes one.
std::size_t columns(std::string_view text);

}  // namespace squall::report
