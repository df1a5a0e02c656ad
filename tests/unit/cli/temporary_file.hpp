#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace squall::test {

/// A file with the given text, gone at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text) : path_(std::filesystem::temp_directory_path() / "squall-test-XXXXXX") {
    const int descriptor = mkstemp(path_.data());
    if (descriptor >= 0) ::close(descriptor);
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace squall::test
