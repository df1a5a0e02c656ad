#pragma once

#include <string_view>

namespace squall::parsers::xml {

/// XML 1.0 production [26] VersionNum: "1." and digits.
bool is_version_1(std::string_view version);
/// "UTF-8" in any case; other names for it are not registered (RFC 6120 section 11.6, RFC 3629 section 8).
bool is_utf8_name(std::string_view encoding);

}  // namespace squall::parsers::xml
