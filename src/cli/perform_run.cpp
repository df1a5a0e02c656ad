#include "src/cli/perform_run.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "src/cli/exit_code.hpp"
#include "src/cli/find_target.hpp"
#include "src/cli/needs.hpp"
#include "src/cli/progress_printer.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/version.hpp"
#include "src/load/controller.hpp"
#include "src/net/resolver.hpp"
#include "src/report/json.hpp"
#include "src/report/printable.hpp"
#include "src/report/terminal.hpp"
#include "src/report/write_file.hpp"
#include "src/server/embedded_process.hpp"

namespace squall::cli {
namespace {

using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

bool stdout_takes_colours() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

load::Accounts accounts_of(const RunPlan& plan) {
  const auto& population = plan.scenario.population;
  if (!plan.accounts)
    return load::Accounts::from_templates(population.user_template, population.password_template, population.resource);
  std::vector<load::Account> list;
  const auto& all = plan.accounts->accounts;
  for (std::size_t i = population.first - 1; i < population.first - 1 + population.users; ++i)
    list.push_back({all[i].user, all[i].password, all[i].resource});
  return load::Accounts::from_list(list, population.first, population.resource);
}

load::RunInputs inputs_of(const RunPlan& plan, const Endpoints& endpoints) {
  const auto& traced = plan.scenario.trace_user;
  return {
      plan.scenario, endpoints, accounts_of(plan), plan.command, traced ? trace_on_stderr(*traced) : load::TraceSink{},
      plan.sources};
}

int exit_code_of(metrics::Verdict verdict) {
  switch (verdict) {
    case metrics::Verdict::ok:
      return exit_ok;
    case metrics::Verdict::lost:
      return exit_failures;
    case metrics::Verdict::invalid:
      return exit_invalid;
    case metrics::Verdict::nobody_online:
      return exit_nobody_online;
  }
  return exit_internal;
}

metrics::ServerCounts counts_of(const server::EmbeddedEnd& end) {
  metrics::ServerCounts counts;
  counts.known = end.has_counts;
  counts.messages_in = end.counts.messages_in;
  counts.messages_routed = end.counts.messages_routed;
  counts.messages_bounced = end.counts.messages_bounced;
  counts.messages_dropped = end.counts.messages_accounted() - end.counts.messages_routed - end.counts.messages_bounced;
  counts.sessions = end.counts.logins;
  return counts;
}

/// True unless a file was wanted and could not be written.
bool save(const RunPlan& plan, const metrics::Result& result) {
  if (plan.json.empty()) return true;
  try {
    report::write_file(plan.json, report::json_report(result, report::this_machine()));
    return true;
  } catch (const std::system_error& error) {
    fmt::print(stderr, "squall {}: --json: {}\n", plan.command, report::printable(error.what(), 4096));
    return false;
  }
}

/// Saves first: whoever reads the report through a pipe may hang up.
int report(const RunPlan& plan, metrics::Result& result) {
  result.version = version();
  const bool saved = save(plan, result);
  fmt::print("{}", report::terminal_report(result, stdout_takes_colours()));
  std::fflush(stdout);
  return saved ? exit_code_of(result.verdict) : exit_internal;
}

/// The load itself. Nothing if it was interrupted twice.
std::optional<metrics::Result> run_load(const RunPlan& plan, const Endpoints& endpoints, load::Interrupt& interrupt) {
  fmt::print(stderr, "{}\n", announcement(plan, net::to_string(endpoints.front())));
  ProgressPrinter printer(plan.scenario.trace_user.has_value());
  return load::run(
      inputs_of(plan, endpoints), [&](const metrics::Sample& sample) { printer.show(sample); }, interrupt);
}

int run_against(const RunPlan& plan, const Endpoints& endpoints, load::Interrupt& interrupt) {
  auto result = run_load(plan, endpoints, interrupt);
  return result ? report(plan, *result) : exit_interrupted;
}

server::EmbeddedProcess start_embedded(const RunPlan& plan) {
  server::EmbeddedOptions options;
  options.domain = plan.scenario.target.domain;
  options.accounts_file = plan.scenario.population.accounts_file;
  options.more = {"--tls", std::string(scenario::to_string(plan.scenario.transport.tls))};
  auto started = server::EmbeddedProcess::start(options);
  if (!started) throw std::runtime_error(started.error());
  return std::move(*started);
}

int run_embedded(const RunPlan& plan, load::Interrupt& interrupt) {
  server::EmbeddedProcess process = start_embedded(plan);
  const Endpoints endpoints{{boost::asio::ip::make_address(process.host()), process.port()}};
  auto result = run_load(plan, endpoints, interrupt);
  const bool died = process.has_ended();
  const server::EmbeddedEnd end = process.stop(std::chrono::seconds{result ? 10 : 1});
  if (!result) return exit_interrupted;
  if (died) fmt::print(stderr, "the embedded server {} during the run\n", end.words());
  result->server = counts_of(end);
  return report(plan, *result);
}

}  // namespace

int perform_run(const RunPlan& plan) {
  const auto& target = plan.scenario.target;
  const Endpoints endpoints = target.embedded ? Endpoints{} : find_target(target);
  const net::DescriptorLimit limit = net::raise_descriptor_limit();
  if (plan.dry_run) fmt::print("{}", plan_text(plan, limit, endpoints));
  refuse_too_many_users(plan, limit);
  if (plan.dry_run) return exit_ok;
  if (!target.embedded) refuse_foreign_target(plan.scenario, endpoints);
  if (!target.embedded) refuse_silent_target(target, endpoints);
  load::Interrupt interrupt;
  const Signals signals(interrupt);
  return target.embedded ? run_embedded(plan, interrupt) : run_against(plan, endpoints, interrupt);
}

}  // namespace squall::cli
