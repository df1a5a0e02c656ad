#pragma once

namespace CLI {
class App;
}

namespace squall::cli {

/// `squall parsers`: the parser laboratory's table, other people's parsers beside ours.
void add_parsers_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
