#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/parsers/engine.hpp"

namespace squall::bench {

/// Loads a plugin and adds a row for it. Its library stays loaded until the program ends.
/// Throws std::invalid_argument if it is none.
void add_plugin_engine(const std::string& path, std::vector<std::unique_ptr<Engine>>& engines);

}  // namespace squall::bench
