#include "src/cli/check_command.hpp"

#include <cstdio>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "src/accounts/account_work.hpp"
#include "src/cli/account_plan.hpp"
#include "src/cli/check_findings.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/find_target.hpp"
#include "src/cli/probe.hpp"
#include "src/cli/usage_error.hpp"
#include "src/net/resolver.hpp"
#include "src/report/printable.hpp"

namespace squall::cli {
namespace {

using Level = Finding::Level;
using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

constexpr const char* help_end =
    "Looks at descriptors, local ports, clock and resolver, connects to each address, logs one user in\n"
    "and sends him a message of his own. Without a target it looks at this machine alone.\n"
    "\n"
    "Examples:\n"
    "  squall check --users 20000\n"
    "  squall check --server 127.0.0.1:5222 --users 5000\n"
    "\n"
    "Exit codes: 0 all well, 1 something is doubtful, 2 something would fail, or a bad command line.";

struct CheckOptions {
  CommonOptions common;
  std::string users = "1000";
  std::string first = "1";
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

/// The addresses of the target; empty if there are none, which is a finding too.
Endpoints look_up(const scenario::Target& target, Findings& findings) {
  try {
    const Endpoints endpoints = find_target(target);
    std::string text;
    for (const auto& endpoint : endpoints) text += (text.empty() ? "" : ", ") + net::to_string(endpoint);
    findings.push_back({Level::fine, "addresses: " + text, {}});
    return endpoints;
  } catch (const UsageError& error) {
    findings.push_back(
        {Level::wrong, error.what(), "--server with an address, or getent hosts NAME to see what it gives"});
    return {};
  }
}

bool connect_to(const Endpoints& endpoints, Findings& findings) {
  bool is_any = false;
  for (const auto& endpoint : endpoints) {
    const std::error_code error = probe(endpoint);
    is_any |= !error;
    const std::string what =
        fmt::format("connection to {}: {}", net::to_string(endpoint), error ? error.message() : "taken");
    findings.push_back({error ? Level::doubtful : Level::fine, what,
                        error ? fmt::format("ss -ltn 'sport = :{}' on the server", endpoint.port()) : ""});
  }
  if (!is_any) findings.back().level = Level::wrong;
  return is_any;
}

std::string mend_login(const std::string& reason) {
  if (reason.find("auth-failed") != reason.npos) return "squall accounts register, or --user and --password";
  if (reason.find("tls") != reason.npos) return "--ca FILE, --insecure or --tls off";
  return "--trace user=N with squall run shows what was said";
}

/// One whole login, and a message to oneself.
void log_in(const RunPlan& plan, Findings& findings) {
  std::unique_ptr<net::TlsContext> tls;
  accounts::Work work = work_for(plan, tls);
  std::string transcript;
  work.action = accounts::Action::greet;
  work.accounts.resize(1);
  work.tries = 1;
  work.transcript = &transcript;
  const accounts::Outcome outcome = accounts::perform(work, [] { return false; });
  findings.push_back({Level::fine, "mechanisms offered: " + joined(mechanisms_in(transcript)), {}});
  findings.push_back({Level::fine, "features offered: " + joined(features_in(transcript)), {}});
  const std::string user = report::printable(work.accounts.front().user);
  if (outcome.done == 1) {
    findings.push_back({Level::fine, fmt::format("login as {}, and a message to himself: well", user), {}});
  } else {
    const std::string reason =
        outcome.reasons.empty() ? "no reason" : report::printable(outcome.reasons.begin()->first);
    findings.push_back({Level::wrong, fmt::format("login as {}: failed at {}", user, reason), mend_login(reason)});
  }
}

void print(const Findings& findings) {
  for (const Finding& finding : findings) {
    const char* mark = finding.level == Level::fine ? "ok" : finding.level == Level::doubtful ? "doubtful" : "WRONG";
    fmt::print("  {:<9} {}\n", mark, finding.what);
    if (!finding.mend.empty()) fmt::print("            -> {}\n", finding.mend);
  }
}

int exit_code_of(const Findings& findings) {
  Level worst = Level::fine;
  for (const Finding& finding : findings) worst = std::max(worst, finding.level);
  if (worst == Level::fine) return exit_ok;
  return worst == Level::doubtful ? exit_failures : exit_usage;
}

int check(const CheckOptions& options) {
  const RunPlan plan = plan_accounts_of(options.common, options.users, options.first);
  const scenario::Target& target = plan.scenario.target;
  Findings findings;
  const Endpoints endpoints = target.embedded ? Endpoints{} : look_up(target, findings);
  const net::DescriptorLimit limit = net::raise_descriptor_limit();
  for (Finding& finding : look_at_machine(plan.scenario, limit, endpoints)) findings.push_back(std::move(finding));
  if (!endpoints.empty()) refuse_foreign_target(plan.scenario, endpoints);
  if (!endpoints.empty() && connect_to(endpoints, findings)) log_in(plan, findings);
  print(findings);
  return exit_code_of(findings);
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Look at machine and server before a run");
  command->option_defaults()->take_last();
  command->add_option("--users", options->users, "How many are to log in")->type_name("N")->capture_default_str();
  command->add_option("--first", options->first, "Number of the first")->type_name("N")->capture_default_str();
  add_account_options(*command, options->common);
  add_target_options(*command, options->common.target);
  add_transport_options(*command, options->common.transport);
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace squall::cli
