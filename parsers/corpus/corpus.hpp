#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace squall::parsers::corpus {

/// The kinds of generated traffic.
enum class Kind : std::uint8_t {
  chat,      ///< messages of 140±35 characters
  presence,  ///< with entity capabilities
  roster,    ///< results of 500 items
  vcard,     ///< with photos of 64 KB
  mam,       ///< archived messages: nested, with 4 to 6 namespaces
  mix,       ///< everyday traffic of all of these
  unknown,   ///< mix, but a fifth of the names and namespaces are in no table
};

std::span<const Kind> kinds();
std::string_view to_string(Kind kind);
std::optional<Kind> kind(std::string_view name);

/// A stream of XMPP: its header, stanzas without anything between them, and its end tag.
struct Corpus {
  std::string bytes;
  /// Offsets where stanzas begin, and of the end tag: stanza i is [borders[i], borders[i + 1]).
  std::vector<std::size_t> borders;

  std::size_t stanzas() const { return borders.size() - 1; }
  std::string_view header() const { return std::string_view(bytes).substr(0, borders.front()); }
  std::string_view stanza(std::size_t i) const {
    return std::string_view(bytes).substr(borders[i], borders[i + 1] - borders[i]);
  }
};

/// Makes a corpus of whole stanzas, ended as soon as it has `size` bytes. The same arguments give the same bytes on
/// every machine. No stanza is followed by one of the same bytes.
Corpus make(Kind kind, std::size_t size, std::uint64_t seed);

}  // namespace squall::parsers::corpus
