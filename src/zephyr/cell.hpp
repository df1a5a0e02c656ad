#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace squall::zephyr {

/// One place of the grid: what the server reads with, and how it hands stanzas on. Everything else is the same server.
///
/// parser      stream  the house's zero-copy parser
///             expat   expat 2, its events brought into the same form
///             dom     a naive parser that makes a tree of each stanza, and parses again from the stanza's start when
///                     more bytes of it come
///             or a plugin's name
/// forwarding  splice  the stanza's bytes as they came, with `from` put in
///             rebuild the stanza written anew from its parsed form
struct Cell {
  std::string parser;
  std::string plugin;  ///< file; empty for a parser of the house
  std::string forwarding;

  std::string name() const { return parser + ' ' + forwarding; }
  /// The words that `squall serve` needs for it, besides the name of a parser of the house.
  std::vector<std::string> serve_options() const;
  bool operator==(const Cell&) const = default;
};

/// The parser and the forwarding that 2005's server is compared with: most work a stanza, and least.
inline constexpr std::string_view slow_parser = "dom";
inline constexpr std::string_view fast_parser = "stream";

struct Plugin {
  std::string name;
  std::string file;
};

/// Every parser with every way of forwarding, the most work first.
std::vector<Cell> grid(const std::vector<Plugin>& plugins);

}  // namespace squall::zephyr
