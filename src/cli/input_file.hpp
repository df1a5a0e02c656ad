#pragma once

#include <cstdint>
#include <string>

namespace squall::cli {

enum class InputFault : std::uint8_t { none, missing, unreadable };

/// The bytes of a file, or why there are none.
class InputResult {
 public:
  InputResult(std::string bytes) : bytes_(std::move(bytes)) {}
  InputResult(InputFault fault, std::string error = {}) : fault_(fault), error_(std::move(error)) {}

  explicit operator bool() const { return fault_ == InputFault::none; }
  const std::string& operator*() const { return bytes_; }
  InputFault fault() const { return fault_; }
  /// In words, with the file's name in it made printable.
  const std::string& error() const { return error_; }

 private:
  InputFault fault_ = InputFault::none;
  std::string bytes_;
  std::string error_;
};

/// Reads a whole file; `-` is standard input. Never throws.
InputResult read_input(const std::string& path);

}  // namespace squall::cli
