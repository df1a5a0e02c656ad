#include "src/cli/export_files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "src/cli/usage_error.hpp"

namespace squall::cli {
namespace {

[[noreturn]] void complain(const std::string& path, int error) {
  throw UsageError("--output", path, fmt::format("cannot be written: {}", std::strerror(error)));
}

/// A file that only its owner can read.
class PrivateFile {
 public:
  explicit PrivateFile(std::string path) : path_(std::move(path)) {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) complain(path_, errno);
    file_ = ::fdopen(descriptor, "w");
  }
  ~PrivateFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  PrivateFile(const PrivateFile&) = delete;
  PrivateFile& operator=(const PrivateFile&) = delete;

  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) complain(path_, errno);
  }
  void close() {
    if (std::fclose(std::exchange(file_, nullptr)) != 0) complain(path_, errno);
  }

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
};

void write_below(const std::string& folder, const std::string& path, std::string_view text) {
  const std::filesystem::path whole = std::filesystem::path(folder) / path;
  std::error_code error;
  std::filesystem::create_directories(whole.parent_path(), error);
  if (error) complain(whole.parent_path(), error.value());
  PrivateFile file(whole);
  file.write(text);
  file.close();
}

void write_to_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) complain("standard output", errno);
}

}  // namespace

void export_to(const accounts::ExportPlan& plan, accounts::ExportFormat format, const std::string& output) {
  if (format == accounts::ExportFormat::prosody) {
    return export_accounts(plan, format,
                           [&](const std::string& path, std::string_view text) { write_below(output, path, text); });
  }
  if (output.empty()) {
    return export_accounts(plan, format, [](const std::string&, std::string_view text) { write_to_stdout(text); });
  }
  PrivateFile file(output);
  export_accounts(plan, format, [&](const std::string&, std::string_view text) { file.write(text); });
  file.close();
}

}  // namespace squall::cli
