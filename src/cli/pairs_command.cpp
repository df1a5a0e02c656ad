#include "src/cli/pairs_command.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "src/cli/perform_run.hpp"
#include "src/cli/run_options.hpp"
#include "src/cli/run_plan.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "Users START, START+2, … send to the next number, one message a window, until interrupted.\n"
    "An odd USERS leaves the last sender's partner logged out. Logins are tried again and counted.\n"
    "Interrupt once for an orderly end with a report, twice to end at once.\n"
    "\n"
    "Examples:\n"
    "  squall pairs 500 1                     users test1 to test500 on the embedded server\n"
    "  squall pairs -w 5 -l 1000 200 1001 --server 127.0.0.1\n"
    "\n"
    "Exit codes: see squall --help.";

}  // namespace

void add_pairs_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<PairsOptions>();
  CLI::App* command = app.add_subcommand("pairs", "As the jabberd2 stress test of August 2004 was called");
  command->option_defaults()->take_last();
  command->add_option("-w", options->window, "Each pair has one message in so many seconds")
      ->type_name("SECONDS")
      ->capture_default_str();
  command->add_option("-l", options->length, "Padding of a body; the stamp comes on top")
      ->type_name("LENGTH")
      ->capture_default_str();
  command->add_option("USERS", options->users, "How many users log in")->required();
  command->add_option("START", options->start, "Number of the first user")->required();
  add_common_options(*command, options->common);
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = perform_run(plan_pairs(*options)); });
}

}  // namespace squall::cli
