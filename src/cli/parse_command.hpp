#pragma once

namespace CLI {
class App;
}

namespace squall::cli {

/// `squall parse`: the events of a stream in canonical form, of one file or of many (parsers/canonical.hpp).
void add_parse_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
