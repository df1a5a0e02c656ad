#pragma once

namespace CLI {
class App;
}

namespace squall::cli {

/// Registers `squall zephyr`: how much of the gap of 2005 a parser can make.
void add_zephyr_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
