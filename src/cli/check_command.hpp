#pragma once

#include <CLI/App.hpp>

namespace squall::cli {

/// `squall check`: what a run would meet, before it is made.
void add_check_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
