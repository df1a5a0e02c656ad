#pragma once

#include <CLI/App.hpp>

namespace squall::cli {

/// `squall accounts register|unregister|roster|drain|export`.
void add_accounts_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
