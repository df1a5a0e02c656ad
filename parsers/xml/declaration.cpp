#include "parsers/xml/declaration.hpp"

#include <algorithm>

namespace squall::parsers::xml {

bool is_version_1(std::string_view version) {
  return version.size() > 2 && version.starts_with("1.") &&
         std::all_of(version.begin() + 2, version.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_utf8_name(std::string_view encoding) {
  constexpr std::string_view utf8 = "utf-8";
  return std::equal(encoding.begin(), encoding.end(), utf8.begin(), utf8.end(),
                    [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b); });
}

}  // namespace squall::parsers::xml
