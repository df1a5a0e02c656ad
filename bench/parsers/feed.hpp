#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parsers/corpus/corpus.hpp"

namespace squall::bench {

/// How a corpus is handed to a parser.
enum class Feed : std::uint8_t {
  whole,    ///< one call
  reads,    ///< 64 KB at a time
  packets,  ///< 1460 bytes at a time
  stanza,   ///< one call a stanza, as a server mostly sees them
};

inline constexpr std::array all_feeds{Feed::whole, Feed::reads, Feed::packets, Feed::stanza};

std::string_view to_string(Feed feed);
std::optional<Feed> feed(std::string_view name);

/// The pieces; they lie in the corpus.
std::vector<std::string_view> pieces(const parsers::corpus::Corpus& corpus, Feed feed);

}  // namespace squall::bench
