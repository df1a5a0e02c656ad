#include "src/report/write_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace squall::report {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// The mode that open() would have given a new file.
mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// A new file beside `path` that is removed unless it was kept.
class FileBeside {
 public:
  explicit FileBeside(const std::filesystem::path& path) : name_(path.string() + ".XXXXXX") {
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("it cannot be created");
  }
  ~FileBeside() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_) ::unlink(name_.c_str());
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t taken = ::write(descriptor_, text.data(), text.size());
      if (taken < 0 && errno == EINTR) continue;
      if (taken < 0) fail("it cannot be written");
      text.remove_prefix(static_cast<std::size_t>(taken));
    }
  }

  void become(const std::filesystem::path& path) {
    if (fchmod(descriptor_, usual_mode()) != 0 || fsync(descriptor_) != 0) fail("it cannot be synced");
    if (std::rename(name_.c_str(), path.c_str()) != 0) fail("it cannot be put in place");
    kept_ = true;
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw std::system_error(errno, std::generic_category(), name_ + ": " + what);
  }

  std::string name_;
  int descriptor_ = -1;
  bool kept_ = false;
};

}  // namespace

std::string why_not_writable(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return "is a folder; give the path of a file";
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    return "is no regular file; give the path of one";
  if (!std::filesystem::is_directory(folder_of(path), error))
    return fmt::format("cannot be written: there is no folder '{}'", folder_of(path).string());
  try {
    FileBeside{path};
  } catch (const std::system_error& failure) {
    return fmt::format("cannot be written: {}", failure.code().message());
  }
  return {};
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  FileBeside file(path);
  file.write(text);
  file.become(path);
}

}  // namespace squall::report
