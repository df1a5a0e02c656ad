#pragma once

#include <string_view>

namespace squall::parsers::xml {

/// Namespaces in XML 1.0 section 3: what the prefixes xml and xmlns stand for.
inline constexpr std::string_view xml_uri = "http://www.w3.org/XML/1998/namespace";
inline constexpr std::string_view xmlns_uri = "http://www.w3.org/2000/xmlns/";

}  // namespace squall::parsers::xml
