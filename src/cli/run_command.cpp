#include "src/cli/run_command.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "src/cli/perform_run.hpp"
#include "src/cli/run_options.hpp"
#include "src/cli/run_plan.hpp"

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "RATE: 2/s, 3/min, 10/h. TIME: 500ms, 60s, 10min, 1h. BYTES: 140, 2KiB.\n"
    "TEMPLATE: every {n} stands for the number of the user.\n"
    "CSV: header user,password[,resource], then a localpart or bare JID a line (RFC 4180).\n"
    "Pairs are (first, first+1), (first+2, first+3), and so on.\n"
    "Passwords on a command line can be read by other users of this machine: prefer the files.\n"
    "\n"
    "Examples:\n"
    "  squall run                             1,000 users on the embedded server for a minute\n"
    "  squall run --users 200 --rate 30/min --duration 10s --json result.json\n"
    "  squall run --server 127.0.0.1:5222 --domain localhost --password-file secret.txt\n"
    "  squall run --server xmpp.example.org --accounts users.csv --yes-this-server-is-mine\n"
    "  squall run --users 10000 --dry-run     what that would need\n"
    "\n"
    "Exit codes: see squall --help.";

void add_load_options(CLI::App& command, RunOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->group("Load")->capture_default_str();
  };
  add("--rate", options.rate, "RATE", "Messages of each sender");
  add("--length", options.length, "BYTES", "UTF-8 body before escaping, stamp included");
  add("--duration", options.duration, "TIME", "Of the steady phase, which begins when all logins are done");
  add("--direction", options.direction, "both|one-way", "Who of a pair sends: both, or the first");
}

void add_user_options(CLI::App& command, RunOptions& options) {
  command.add_option("--users", options.users, "How many log in, an even number [1000, or all accounts]")
      ->type_name("N")
      ->group("Users");
  command.add_option("--first", options.first, "Number of the first user, or line of the accounts")
      ->type_name("N")
      ->group("Users")
      ->capture_default_str();
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Paired users chat through a server; every message is accounted for");
  command->option_defaults()->take_last();
  add_user_options(*command, *options);
  add_load_options(*command, *options);
  add_common_options(*command, options->common);
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = perform_run(plan_run(*options)); });
}

}  // namespace squall::cli
