#include "bench/parsers/plugins.hpp"

#include <list>
#include <stdexcept>

#include "parsers/plugin/api.hpp"
#include "parsers/plugin/plugin_parser.hpp"
#include "src/plugin/library.hpp"

namespace squall::bench {

void add_plugin_engine(const std::string& path, std::vector<std::unique_ptr<Engine>>& engines) {
  static auto& libraries = *new std::list<plugin::Library>;  // never unloaded: parsers may outlive any place to do it
  auto library = plugin::Library::open(path);
  if (!library) throw std::invalid_argument("--plugin: " + library.error());
  const squall_parser_api& api = libraries.emplace_back(std::move(*library)).api();
  std::string checks = parsers::plugin::checks_of(api);
  if (parsers::plugin::has(api, SQUALL_PARSER_WHOLE_ITEMS)) checks += "; framed by squall";
  engines.push_back(make_tape_engine({api.name, std::move(checks), api.builds}, [&api] {
    return std::make_unique<parsers::plugin::PluginParser>(api, parsers::Limits{});
  }));
}

}  // namespace squall::bench
