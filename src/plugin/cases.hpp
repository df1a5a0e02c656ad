#pragma once

#include <span>
#include <string_view>

namespace squall::plugin {

/// One of fixtures/cases.
struct Case {
  std::string_view name;
  std::string_view bytes;
  std::string_view resets;  ///< offsets, as parsers::parse_resets() reads them
};

/// All of them, built into the program.
std::span<const Case> cases();

}  // namespace squall::plugin
