#include "src/cli/accounts_command.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "src/accounts/account_export.hpp"
#include "src/accounts/account_work.hpp"
#include "src/accounts/contacts.hpp"
#include "src/cli/account_plan.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/export_files.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"
#include "src/load/interrupt.hpp"
#include "src/net/descriptor_limit.hpp"
#include "src/report/printable.hpp"
#include "src/report/units.hpp"

namespace squall::cli {
namespace {

using accounts::Action;

constexpr const char* help_end =
    "Examples:\n"
    "  squall accounts register --server 127.0.0.1:5222 --users 1000\n"
    "  squall accounts roster --server 127.0.0.1:5222 --users 1000 --contacts 20 --graph random\n"
    "  squall accounts drain --server 127.0.0.1:5222 --users 1000\n"
    "  squall accounts export --for jabberd2-sqlite --domain example.org --users 10000 > accounts.sql\n"
    "  squall accounts export --for prosody --domain example.org --users 10000 --output /var/lib/prosody\n"
    "\n"
    "Exit codes: 0 all done, 1 some failed, 2 the command line is wrong, 3 all failed.";

/// As typed.
struct AccountsOptions {
  CommonOptions common;
  std::string users = "1000";
  std::string first = "1";
  std::string parallel = "64";
  std::string contacts = "0";
  std::string graph = "ring";
  std::string format;
  std::string output;
};

accounts::Graph graph_of(const AccountsOptions& options) {
  if (options.graph == "ring") return accounts::Graph::ring;
  if (options.graph == "random") return accounts::Graph::random;
  throw UsageError("--graph", options.graph, "has to be ring or random");
}

std::vector<std::vector<std::uint32_t>> contacts_of(const AccountsOptions& options, const RunPlan& plan,
                                                    std::uint32_t least) {
  const std::uint32_t users = plan.scenario.population.users;
  const std::uint32_t contacts = read_count("--contacts", options.contacts, least, 10'000);
  if (contacts >= users && contacts > 0) {
    throw UsageError("--contacts", options.contacts,
                     fmt::format("are more than the other users, who are {}", users - 1));
  }
  const accounts::Graph graph = graph_of(options);
  if (contacts == 0) return {};
  return accounts::make_contacts(users, contacts, graph, plan.scenario.seed);
}

const char* done_words(Action action) {
  switch (action) {
    case Action::make:
      return "registered";
    case Action::remove:
      return "unregistered";
    case Action::subscribe:
      return "asked their contacts";
    case Action::approve:
      return "were approved by their contacts";
    case Action::drain:
      return "drained";
    case Action::greet:
      break;
  }
  return "";
}

void print(Action action, const accounts::Outcome& outcome, double seconds) {
  fmt::print("{} accounts {} in {}", report::count(outcome.done), done_words(action), report::seconds(seconds));
  if (outcome.existed > 0) fmt::print(", {} of them existed already", report::count(outcome.existed));
  if (action == Action::drain) fmt::print(", {} messages taken in", report::count(outcome.messages));
  if (outcome.failed > 0) fmt::print("; {} failed", report::count(outcome.failed));
  if (outcome.left > 0) fmt::print("; interrupted, {} not begun", report::count(outcome.left));
  fmt::print("\n");
  for (const auto& [reason, times] : outcome.reasons) {
    fmt::print("  {:>10}  {}\n", report::count(times), report::printable(reason, 200));
  }
}

int exit_code_of(const accounts::Outcome& outcome) {
  if (outcome.done == 0 && outcome.failed > 0) return exit_nobody_online;
  return outcome.failed + outcome.left > 0 ? exit_failures : exit_ok;
}

/// One action with all accounts; prints what came of it.
int perform(accounts::Work& work, Action action, const load::Interrupt& interrupt) {
  work.action = action;
  work.stream.send_presence = action == Action::drain;
  work.stream.fetch_roster = false;
  const auto began = std::chrono::steady_clock::now();
  const auto outcome = accounts::perform(work, [&interrupt] { return interrupt.requests() > 0; });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  print(action, outcome, took.count());
  std::fflush(stdout);
  return exit_code_of(outcome);
}

RunPlan plan_of(const AccountsOptions& options) {
  RunPlan plan = plan_accounts_of(options.common, options.users, options.first);
  if (plan.scenario.target.embedded) throw UsageError("--server: it is missing; say where the accounts are to be");
  return plan;
}

int act(const AccountsOptions& options, std::initializer_list<Action> actions, std::uint32_t least_contacts) {
  const RunPlan plan = plan_of(options);
  net::raise_descriptor_limit();
  const auto contacts = contacts_of(options, plan, least_contacts);
  std::unique_ptr<net::TlsContext> tls;
  accounts::Work work = work_for(plan, tls);
  work.contacts = contacts;
  work.parallel = read_count("--parallel", options.parallel, 1, 10'000);
  load::Interrupt interrupt;
  const Signals signals(interrupt);
  int worst = exit_ok;
  for (const Action action : actions) worst = std::max(worst, perform(work, action, interrupt));
  return worst;
}

accounts::ExportFormat format_of(const AccountsOptions& options) {
  const auto format = accounts::export_format(options.format);
  if (!format) {
    throw UsageError("--for", options.format, "has to be jabberd2-sqlite, jabberd2-mysql, ejabberd or prosody");
  }
  return *format;
}

int export_all(const AccountsOptions& options) {
  const accounts::ExportFormat format = format_of(options);
  const RunPlan plan = plan_accounts_of(options.common, options.users, options.first);
  const accounts::ExportPlan all{plan.scenario.target.domain, account_list(plan), contacts_of(options, plan, 0)};
  if (format == accounts::ExportFormat::prosody && options.output.empty()) {
    throw UsageError("--output: it is missing; prosody takes a folder, its data_path");
  }
  export_to(all, format, options.output);
  return exit_ok;
}

void add_shared(CLI::App& command, AccountsOptions& options) {
  command.option_defaults()->take_last();
  command.add_option("--users", options.users, "How many accounts")->type_name("N")->capture_default_str();
  command.add_option("--first", options.first, "Number of the first, or its line in the accounts file")
      ->type_name("N")
      ->capture_default_str();
  add_account_options(command, options.common);
  add_target_options(command, options.common.target);
}

void add_network(CLI::App& command, AccountsOptions& options) {
  add_shared(command, options);
  add_transport_options(command, options.common.transport);
  command.add_option("--parallel", options.parallel, "Connections at one time")->type_name("N")->capture_default_str();
}

void add_contacts(CLI::App& command, AccountsOptions& options) {
  command.add_option("--contacts", options.contacts, "Contacts of each account")->type_name("N")->capture_default_str();
  command.add_option("--graph", options.graph, "Who knows whom")->type_name("ring|random")->capture_default_str();
  command.add_option("--seed", options.common.seed, "Of the random graph")->type_name("N")->capture_default_str();
}

}  // namespace

void add_accounts_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<AccountsOptions>();
  CLI::App* command = app.add_subcommand("accounts", "Make, connect, empty, export and remove a server's accounts");
  command->require_subcommand(1);
  command->footer(help_end);
  const auto add = [&](const char* name, const char* text, auto add_options, auto work) {
    CLI::App* action = command->add_subcommand(name, text);
    add_options(*action, *options);
    action->callback([options, &exit_code, work] { exit_code = work(*options); });
    return action;
  };
  add("register", "Register accounts in band (XEP-0077); one that exists is as good", add_network,
      [](const AccountsOptions& o) { return act(o, {Action::make}, 0); });
  add("unregister", "Log in and have each account removed (XEP-0077)", add_network,
      [](const AccountsOptions& o) { return act(o, {Action::remove}, 0); });
  CLI::App* roster = add("roster", "Give each account contacts, with subscription both ways", add_network,
                         [](const AccountsOptions& o) {
                           return act(o, {Action::subscribe, Action::approve}, 1);
                         });
  add_contacts(*roster, *options);
  add("drain", "Log in and take in the messages kept for each account", add_network,
      [](const AccountsOptions& o) { return act(o, {Action::drain}, 0); });
  CLI::App* exported = add("export", "Write accounts as a server imports them", add_shared, export_all);
  add_contacts(*exported, *options);
  exported->add_option("--for", options->format, "What reads it")
      ->type_name("jabberd2-sqlite|jabberd2-mysql|ejabberd|prosody")
      ->required();
  exported->add_option("--output", options->output, "File, or prosody's folder [standard output]")->type_name("PATH");
}

}  // namespace squall::cli
