#include "parsers/xml/size_watch.hpp"

#include <algorithm>
#include <limits>

namespace squall::parsers::xml {
namespace {

std::uint64_t passed_at(std::uint64_t start, std::uint64_t limit) {
  return start + std::min(limit, std::numeric_limits<std::uint64_t>::max() - start);
}

}  // namespace

ParseError SizeWatch::check(const Limits& limits, std::uint64_t end) const {
  const std::uint64_t token = passed_at(token_start, limits.token_bytes);
  const std::uint64_t stanza =
      stanza_start ? passed_at(*stanza_start, limits.stanza_bytes) : std::numeric_limits<std::uint64_t>::max();
  if (end <= std::min(token, stanza)) return {};
  return stanza <= token ? ParseError{parse_errc::stanza_limit, stanza} : ParseError{parse_errc::token_limit, token};
}

ParseError SizeWatch::earlier(const Limits& limits, ParseError fault) const {
  const ParseError limit = check(limits, fault.offset);
  return limit ? limit : fault;
}

}  // namespace squall::parsers::xml
