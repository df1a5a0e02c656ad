#pragma once

namespace CLI {
class App;
}

namespace squall::cli {

/// `squall serve`: the embedded server in the foreground.
void add_serve_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
