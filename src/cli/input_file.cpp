#include "src/cli/input_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "src/report/printable.hpp"

namespace squall::cli {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

InputResult complaint(const std::string& path, int error) {
  const auto fault = error == ENOENT ? InputFault::missing : InputFault::unreadable;
  return {fault, "cannot read '" + report::printable(path) + "': " + std::strerror(error)};
}

}  // namespace

InputResult read_input(const std::string& path) {
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return complaint(path, errno);
  std::string bytes;
  std::array<char, 65536> block{};
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), file.get()))
    bytes.append(block.data(), size);
  if (std::ferror(file.get())) return complaint(path, errno);
  return bytes;
}

}  // namespace squall::cli
