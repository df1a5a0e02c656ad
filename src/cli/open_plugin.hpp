#pragma once

#include <string>

#include "src/plugin/library.hpp"

namespace squall::cli {

/// The parser plugin of --plugin, loaded into this process. Throws UsageError if it is none.
plugin::Library open_plugin(const std::string& path);

/// The same for a parser that has to tell namespaces apart.
plugin::Library open_namespace_plugin(const std::string& path);

}  // namespace squall::cli
