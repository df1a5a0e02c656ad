#include "src/zephyr/cell.hpp"

namespace squall::zephyr {

std::vector<std::string> Cell::serve_options() const {
  std::vector<std::string> words{"--forwarding", forwarding};
  if (!plugin.empty()) words.insert(words.end(), {"--plugin", plugin});
  return words;
}

std::vector<Cell> grid(const std::vector<Plugin>& plugins) {
  std::vector<Plugin> readers{{std::string(slow_parser), ""}, {"expat", ""}};
  readers.insert(readers.end(), plugins.begin(), plugins.end());
  readers.push_back({std::string(fast_parser), ""});
  std::vector<Cell> cells;
  for (const Plugin& reader : readers) {
    for (const char* forwarding : {"rebuild", "splice"}) cells.push_back({reader.name, reader.file, forwarding});
  }
  return cells;
}

}  // namespace squall::zephyr
