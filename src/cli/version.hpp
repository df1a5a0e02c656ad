#pragma once

#include <string>

namespace squall::cli {

/// The version of the program, as the build names it: `0.1.0`.
std::string version();

/// Several lines for --version: the program's version and those of the libraries it was built with.
std::string version_text();

}  // namespace squall::cli
