#pragma once

#include <string_view>

#include "parsers/error.hpp"

namespace squall::parsers::detail {

/// Checks what stands between `<?xml` and `?>`.
/// Errors: not_well_formed, unsupported_version (not 1.x), unsupported_encoding (not UTF-8).
/// Spec: XML 1.0 section 2.8; RFC 6120 sections 11.5 and 11.6.
parse_errc check_declaration(std::string_view inside);

}  // namespace squall::parsers::detail
