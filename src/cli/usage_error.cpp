#include "src/cli/usage_error.hpp"

#include <fmt/format.h>

#include "src/report/printable.hpp"

namespace squall::cli {

UsageError::UsageError(std::string_view option, std::string_view value, std::string_view problem)
    : std::runtime_error(fmt::format("{}: '{}' {}", option, report::printable(value), problem)) {}

}  // namespace squall::cli
