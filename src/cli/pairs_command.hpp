#pragma once

#include <CLI/App.hpp>

namespace squall::cli {

/// `squall pairs [-w SECONDS] [-l LENGTH] USERS START`: the calling convention of the jabberd2 stress test of 2004.
void add_pairs_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
