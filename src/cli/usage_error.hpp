#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace squall::cli {

/// What a user got wrong, in one line: `--rate: '3/fortnight' is no rate; give …`. Thrown by the callbacks of
/// subcommands before anything has been started; cli::main() prints it and answers exit_usage.
/// Never put a password into it.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what) : std::runtime_error(what) {}
  /// `option`: as typed, with its dashes. `problem`: completes "'value' …" and says what would be right.
  UsageError(std::string_view option, std::string_view value, std::string_view problem);
};

}  // namespace squall::cli
