#include "parsers/corpus/corpus.hpp"

#include <algorithm>
#include <array>

#include "parsers/corpus/random.hpp"
#include "parsers/corpus/stanzas.hpp"

namespace squall::parsers::corpus {
namespace {

constexpr std::array all_kinds{Kind::chat, Kind::presence, Kind::roster, Kind::vcard,
                               Kind::mam,  Kind::mix,      Kind::unknown};
constexpr std::array<std::string_view, all_kinds.size()> names{"chat", "presence", "roster", "vcard",
                                                               "mam",  "mix",      "unknown"};
constexpr std::size_t roster_items = 500;

constexpr std::string_view header =
    "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
    "id='c2s-1' from='example.org' version='1.0' xml:lang='en'>";
constexpr std::string_view footer = "</stream:stream>";

std::string make_stanza(Kind kind, Stanzas& stanzas) {
  switch (kind) {
    case Kind::chat:
      return stanzas.chat();
    case Kind::presence:
      return stanzas.presence();
    case Kind::roster:
      return stanzas.roster(roster_items);
    case Kind::vcard:
      return stanzas.vcard();
    case Kind::mam:
      return stanzas.archived();
    default:
      return stanzas.mixed();
  }
}

}  // namespace

std::span<const Kind> kinds() {
  return all_kinds;
}

std::string_view to_string(Kind kind) {
  return names[static_cast<std::size_t>(kind)];
}

std::optional<Kind> kind(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return all_kinds[static_cast<std::size_t>(found - names.begin())];
}

Corpus make(Kind kind, std::size_t size, std::uint64_t seed) {
  Random random(seed ^ static_cast<std::uint64_t>(kind) << 56);
  Stanzas stanzas(random, kind == Kind::unknown);
  Corpus corpus{std::string(header), {header.size()}};
  std::string last;
  while (corpus.bytes.size() < size) {
    std::string next = make_stanza(kind, stanzas);
    if (next == last) continue;
    corpus.bytes += last = std::move(next);
    corpus.borders.push_back(corpus.bytes.size());
  }
  corpus.bytes += footer;
  return corpus;
}

}  // namespace squall::parsers::corpus
