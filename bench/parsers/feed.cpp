#include "bench/parsers/feed.hpp"

namespace squall::bench {
namespace {

std::vector<std::string_view> cut(std::string_view bytes, std::size_t size) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < bytes.size(); at += size) out.push_back(bytes.substr(at, size));
  return out;
}

}  // namespace

std::string_view to_string(Feed feed) {
  switch (feed) {
    case Feed::whole:
      return "whole";
    case Feed::reads:
      return "64k";
    case Feed::packets:
      return "1460";
    case Feed::stanza:
      break;
  }
  return "stanza";
}

std::optional<Feed> feed(std::string_view name) {
  for (const Feed one : all_feeds) {
    if (to_string(one) == name) return one;
  }
  return std::nullopt;
}

std::vector<std::string_view> pieces(const parsers::corpus::Corpus& corpus, Feed feed) {
  switch (feed) {
    case Feed::whole:
      return {corpus.bytes};
    case Feed::reads:
      return cut(corpus.bytes, 65536);
    case Feed::packets:
      return cut(corpus.bytes, 1460);
    case Feed::stanza:
      break;
  }
  std::vector<std::string_view> out{corpus.header()};
  for (std::size_t i = 0; i < corpus.stanzas(); ++i) out.push_back(corpus.stanza(i));
  out.push_back(std::string_view(corpus.bytes).substr(corpus.borders.back()));
  return out;
}

}  // namespace squall::bench
