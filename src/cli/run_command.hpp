#pragma once

#include <CLI/App.hpp>

namespace squall::cli {

/// `squall run`: paired users chat through a server, and every message is accounted for.
void add_run_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
