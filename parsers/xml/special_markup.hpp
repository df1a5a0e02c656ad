#pragma once

#include <cstdint>
#include <string_view>

namespace squall::parsers::xml {

/// What `<!` or `<?` begins, for a stream that follows RFC 6120 section 11.1.
enum class SpecialMarkup : std::uint8_t {
  undecided,    ///< more bytes must say
  cdata,        ///< a CDATA section
  declaration,  ///< `<?xml` and white space: an XML declaration, legal only at the very start
  restricted,   ///< a comment, a processing instruction or a DOCTYPE
  malformed,
};

/// Input: `bytes` begins with `<!` or `<?`; a few more bytes are enough for every decision.
SpecialMarkup special_markup(std::string_view bytes);

}  // namespace squall::parsers::xml
