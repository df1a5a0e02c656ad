#pragma once

#include <span>
#include <string_view>

namespace squall::bench {

/// The stanzas of a stream that was cut at stanzas: without its header and its end tag, which a parser of whole
/// documents cannot read.
inline std::span<const std::string_view> stanzas_of(std::span<const std::string_view> pieces) {
  return pieces.subspan(1, pieces.size() - 2);
}

}  // namespace squall::bench
