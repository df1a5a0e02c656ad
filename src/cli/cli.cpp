#include "src/cli/cli.hpp"

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "src/cli/accounts_command.hpp"
#include "src/cli/check_command.hpp"
#include "src/cli/corpus_command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/help_formatter.hpp"
#include "src/cli/pairs_command.hpp"
#include "src/cli/parse_command.hpp"
#include "src/cli/parsers_command.hpp"
#include "src/cli/run_command.hpp"
#include "src/cli/serve_command.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/version.hpp"
#include "src/cli/zephyr_command.hpp"
#include "src/report/printable.hpp"

// One file a subcommand: `void add_NAME_command(CLI::App& app, int& exit_code)` registers the options and a callback
// that does the work and stores the exit code. A callback throws UsageError before it has started anything.

namespace squall::cli {
namespace {

constexpr const char* help_end =
    "Examples:\n"
    "  squall run                                    1,000 users on the embedded server\n"
    "  squall run --users 200 --rate 30/min --duration 10s --server 127.0.0.1:5222\n"
    "  squall run --server xmpp.example.org --accounts users.csv --yes-this-server-is-mine\n"
    "  squall pairs -w 10 -l 128 500 1 --server 127.0.0.1\n"
    "\n"
    "Exit codes, the first that applies:\n"
    "    2  the command line or a file named on it is wrong; nothing was started\n"
    "    3  no user could log in\n"
    "    4  the result is invalid because the generator was the bottleneck\n"
    "    1  messages were lost or users failed\n"
    "    0  all well, also after one interrupt\n"
    "  130  interrupted twice\n"
    "   70  a fault of the program itself";

/// Each subcommand in one line, in the order of the help.
void add_commands(CLI::App& app, int& exit_code) {
  add_run_command(app, exit_code);
  add_pairs_command(app, exit_code);
  add_check_command(app, exit_code);
  add_accounts_command(app, exit_code);
  add_serve_command(app, exit_code);
  add_parse_command(app, exit_code);
  add_corpus_command(app, exit_code);
  add_parsers_command(app, exit_code);
  add_zephyr_command(app, exit_code);
}

/// Without a subcommand nothing can be done.
void refuse_to_do_nothing(const CLI::App& app) {
  if (!app.get_subcommands().empty()) return;
  std::string names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names += (names.empty() ? "" : ", ") + command->get_name();
  throw UsageError(fmt::format("name a subcommand: {} (see squall --help)", names));
}

/// The name a user typed: "squall" or "squall run".
std::string spoken_name(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "squall" : "squall " + chosen.front()->get_name();
}

int complain(const CLI::App& app, const std::string& what, int code) {
  fmt::print(stderr, "{}: {}\n", spoken_name(app), report::printable(what, 2000));
  return code;
}

int complain_of_usage(const CLI::App& app, const CLI::ParseError& error) {
  return complain(app, fmt::format("{} (see {} --help)", error.what(), spoken_name(app)), exit_usage);
}

int run(CLI::App& app, int argc, const char* const* argv, const int& exit_code) {
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::Success& asked_for) {
    return app.exit(asked_for);
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(app, error);
  } catch (const UsageError& error) {
    return complain(app, error.what(), exit_usage);
  } catch (const std::exception& error) {
    return complain(app, fmt::format("internal error: {}", error.what()), exit_internal);
  }
}

}  // namespace

int main(int argc, const char* const* argv) {
  CLI::App app{"Squall, an XMPP stress tester: logs in paired users, has them chat and accounts for every message.",
               "squall"};
  int exit_code = exit_ok;
  app.set_version_flag("-V,--version", version_text(), "Print the version and end");
  app.set_help_flag("-h,--help", "Print this help and end");
  app.require_subcommand(0, 1);
  app.callback([&app] { refuse_to_do_nothing(app); });
  app.footer(help_end);
  app.formatter(std::make_shared<HelpFormatter>());
  add_commands(app, exit_code);
  return run(app, argc, argv, exit_code);
}

}  // namespace squall::cli
