#include "src/cli/version.hpp"

#include <boost/version.hpp>
#include <fmt/format.h>

namespace squall::cli {

std::string version() {
  return SQUALL_VERSION;
}

std::string version_text() {
  return fmt::format("squall {}\nBoost {}.{}.{}, {{fmt}} {}.{}.{}, {}, C++20", version(), BOOST_VERSION / 100000,
                     BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100, FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     FMT_VERSION % 100, SQUALL_COMPILER);
}

}  // namespace squall::cli
