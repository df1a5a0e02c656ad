#pragma once

#include <stdexcept>

namespace squall::scenario {

/// What is wrong with text or a file that a person wrote, in one line, and what would be right. Holds no password.
/// Start-up only.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace squall::scenario
