#pragma once

namespace squall::cli {

/// The program: reads the command line, runs the subcommand it names and answers the exit code (exit_code.hpp).
/// Never throws: a usage error is one line on stderr and code 2, anything unforeseen one line and code 70.
int main(int argc, const char* const* argv);

}  // namespace squall::cli
