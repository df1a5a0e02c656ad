#include "src/cli/run_options.hpp"

#include <CLI/CLI.hpp>

namespace squall::cli {
namespace {

/// An option that may be left out, but not be empty.
CLI::Option* add_text(CLI::App& command, const char* name, std::string& value, const char* text) {
  return command.add_option(name, value, text)->check([](const std::string& given) {
    return given.empty() ? std::string("'' is empty; give a value or leave the option out") : std::string();
  });
}

}  // namespace

void add_target_options(CLI::App& command, TargetOptions& options) {
  add_text(command, "--server", options.server, "Connect there, to port 5222 unless given")
      ->type_name("HOST[:PORT]")
      ->group("Target (without any: the embedded server)");
  add_text(command, "--domain", options.domain, "XMPP domain; alone also where to connect (A, AAAA)")
      ->type_name("NAME")
      ->group("Target (without any: the embedded server)");
  command
      .add_flag("--yes-this-server-is-mine", options.yes_this_server_is_mine,
                "Needed for a server outside the loopback range")
      ->group("Target (without any: the embedded server)");
}

void add_account_options(CLI::App& command, CommonOptions& options) {
  auto* user = command.add_option("--user", options.user, "Localpart of user n")->capture_default_str();
  auto* password = add_text(command, "--password", options.password, "Password of user n [as --user]");
  auto* file = add_text(command, "--password-file", options.password_file, "Its first line is used as --password");
  auto* accounts = add_text(command, "--accounts", options.accounts, "Accounts of this file instead, one a line");
  user->type_name("TEMPLATE")->group("Users");
  password->type_name("TEMPLATE")->group("Users");
  file->type_name("FILE")->group("Users")->excludes(password);
  accounts->type_name("CSV")->group("Users")->excludes(user)->excludes(password)->excludes(file);
}

namespace {

void add_pace_options(CLI::App& command, CommonOptions& options) {
  command.add_option("--login-rate", options.login_rate, "Logins started, of all users together")
      ->type_name("RATE")
      ->group("Load")
      ->capture_default_str();
  add_text(command, "--reconnect", options.reconnect, "Who is dropped comes back, after such pauses")
      ->type_name("FIRST..LAST")
      ->group("Load");
  command.add_option("--drain", options.drain, "Longest wait for messages under way at the end")
      ->type_name("TIME")
      ->group("Load")
      ->capture_default_str();
}

void add_generator_options(CLI::App& command, CommonOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->group("Generator")->capture_default_str();
  };
  add("--workers", options.workers, "N", "Threads; each has its own users");
  add("--tick", options.tick, "TIME", "Grid of the plan and of waking; 0 is event driven");
  add("--seed", options.seed, "N", "Of all that is drawn at random");
  add("--processes", options.processes, "N|auto", "Processes that share the users; auto: as the descriptors need");
  command.add_option("--shard", options.shard, "Take the I-th share of the pairs alone, of N (see squall merge)")
      ->type_name("I/N")
      ->group("Generator");
  command.add_option("--start-at", options.start_at, "Begin then, such as 2026-12-24T18:00:00Z")
      ->type_name("INSTANT")
      ->group("Generator");
  command.add_flag("--shard-link", options.shard_link)->group("");  // how processes of one run are started
}

void add_output_options(CLI::App& command, CommonOptions& options) {
  add_text(command, "--json", options.json, "Write the result there, too")->type_name("FILE")->group("Output");
  add_text(command, "--trace", options.trace, "Show this user's XML on stderr, passwords masked")
      ->type_name("user=N")
      ->group("Output");
  command.add_flag("--dry-run", options.dry_run, "Print the plan and what it needs, and end")->group("Output");
}

}  // namespace

void add_common_options(CLI::App& command, CommonOptions& options) {
  add_target_options(command, options.target);
  add_transport_options(command, options.transport);
  add_account_options(command, options);
  add_session_options(command, options.session);
  add_pace_options(command, options);
  add_generator_options(command, options);
  add_output_options(command, options);
}

}  // namespace squall::cli
