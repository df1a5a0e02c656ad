#include "src/cli/open_plugin.hpp"

#include <utility>

#include "parsers/plugin/api.hpp"
#include "src/cli/usage_error.hpp"

namespace squall::cli {

plugin::Library open_plugin(const std::string& path) {
  auto library = plugin::Library::open(path);
  if (!library) throw UsageError("--plugin: " + library.error());
  return *std::move(library);
}

plugin::Library open_namespace_plugin(const std::string& path) {
  plugin::Library library = open_plugin(path);
  if (parsers::plugin::has(library.api(), SQUALL_PARSER_CHECKS_NAMESPACES)) return library;
  throw UsageError("--plugin", path, "does not resolve namespaces, and a server cannot do without");
}

}  // namespace squall::cli
