#include "src/plugin/library.hpp"

#include <cstring>
#include <string_view>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "parsers/plugin/api.hpp"
#include "src/report/printable.hpp"

namespace squall::plugin {
namespace {

constexpr const char* symbol = "squall_parser_get_api";

/// What is wrong with the path itself; dlopen() would say it less plainly, and wait at a pipe.
std::string file_problem(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::strerror(errno);
  if (!S_ISREG(status.st_mode)) return "it is no file";
  return {};
}

std::string complaint(const std::string& path, std::string_view problem) {
  return fmt::format("plugin '{}' {}", report::printable(path), problem);
}

/// dlerror() begins with the path again.
std::string load_problem(const std::string& path) {
  const char* said = ::dlerror();
  std::string words = said != nullptr ? said : "for no reason that was told";
  if (words.starts_with(path + ": ")) words.erase(0, path.size() + 2);
  return "cannot be loaded, a shared library is expected: " + report::printable(words);
}

}  // namespace

void Library::Close::operator()(void* handle) const {
  ::dlclose(handle);
}

boost::system::result<Library, std::string> Library::open(const std::string& path) {
  if (const auto problem = file_problem(path); !problem.empty()) return complaint(path, "cannot be read: " + problem);
  const std::string place = path.find('/') == std::string::npos ? "./" + path : path;
  std::unique_ptr<void, Close> handle(::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!handle) return complaint(path, load_problem(place));
  const auto get_api = reinterpret_cast<const squall_parser_api* (*)()>(::dlsym(handle.get(), symbol));
  if (get_api == nullptr) {
    return complaint(path,
                     fmt::format("has no symbol {}, which a parser plugin exports (see squall_parser.h)", symbol));
  }
  const squall_parser_api* api = get_api();
  if (const auto problem = parsers::plugin::problem_of(api)) return complaint(path, *problem);
  return Library(std::move(handle), api);
}

}  // namespace squall::plugin
