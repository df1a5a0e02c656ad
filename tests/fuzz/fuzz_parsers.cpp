// All parsers of the house against one another, and each against itself with the same bytes cut otherwise.
// Input: a byte that chooses what stands before the rest, and the limits; a byte that chooses a cut; XML.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "parser_outcome.hpp"

namespace {

using namespace squall::parsers;

constexpr std::string_view header =
    "<s:stream xmlns='jabber:client' xmlns:s='http://etherx.jabber.org/streams' xmlns:p='urn:p'>";
constexpr std::array<std::string_view, 4> beginnings{
    "", header, "<s:stream xmlns:s='http://etherx.jabber.org/streams'><a><b>", "<r><q "};

constexpr Limits small{4, 4, 8, 32, 96};

[[noreturn]] void report(std::string_view what, ParserKind a, const fuzz::Outcome& first, ParserKind b,
                         const fuzz::Outcome& second, std::string_view bytes, std::size_t chunk) {
  std::fprintf(stderr, "%.*s: %s and %s (cut at %zu)\n--- input\n%.*s\n--- %s\n%s--- %s\n%s",
               static_cast<int>(what.size()), what.data(), to_string(a).data(), to_string(b).data(), chunk,
               static_cast<int>(bytes.size()), bytes.data(), to_string(a).data(), fuzz::to_text(first).c_str(),
               to_string(b).data(), fuzz::to_text(second).c_str());
  std::abort();
}

void compare(std::string_view bytes, const Limits& limits, std::size_t chunk) {
  const auto dom = fuzz::read(ParserKind::dom, limits, bytes, 0);
  for (const ParserKind kind : {ParserKind::dom, ParserKind::stream, ParserKind::expat}) {
    const auto whole = fuzz::read(kind, limits, bytes, 0);
    const auto against = fuzz::contradiction(dom, whole, bytes, kind == ParserKind::expat);
    if (!against.empty()) report(against, ParserKind::dom, dom, kind, whole, bytes, 0);
    for (const std::size_t size : {std::size_t{1}, chunk}) {
      const auto cut = fuzz::read(kind, limits, bytes, size);
      const auto differs = fuzz::contradiction(whole, cut, bytes, false);
      if (!differs.empty()) report(differs, kind, whole, kind, cut, bytes, size);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2) return 0;
  std::string bytes(beginnings[data[0] & 3u]);
  bytes.append(reinterpret_cast<const char*>(data) + 2, size - 2);
  compare(bytes, data[0] & 4u ? small : Limits{}, data[1] % 97u + 2u);
  return 0;
}
