#include "src/cli/perform_run.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <poll.h>

#include "src/cli/check_findings.hpp"
#include "src/cli/embedded_target.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/find_target.hpp"
#include "src/cli/needs.hpp"
#include "src/cli/perform_group.hpp"
#include "src/cli/progress_printer.hpp"
#include "src/cli/report_result.hpp"
#include "src/cli/signals.hpp"
#include "src/load/controller.hpp"
#include "src/net/resolver.hpp"
#include "src/shard/shard_link.hpp"

namespace squall::cli {
namespace {

using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

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

/// Until the instant at which the run is to begin, or an interrupt.
void wait_for_start(const scenario::Scenario& scenario, load::Interrupt& interrupt) {
  if (!scenario.start_at) return;
  const std::chrono::sys_time<std::chrono::nanoseconds> start{*scenario.start_at};
  while (interrupt.requests() == 0) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(start - std::chrono::system_clock::now());
    if (left.count() <= 0) return;
    pollfd watched{interrupt.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
  }
}

/// The load of a process that another one started: it is told when to begin, and shows nothing itself.
std::optional<metrics::Result> run_linked(load::RunInputs inputs, load::Interrupt& interrupt) {
  shard::ShardLink link;
  inputs.rendezvous = &link;
  return load::run(
      inputs, [&](const metrics::Sample& sample) { link.tell(sample); }, interrupt);
}

/// The load itself. Nothing if it was interrupted twice.
std::optional<metrics::Result> run_load(const RunPlan& plan, const Endpoints& endpoints, load::Interrupt& interrupt) {
  wait_for_start(plan.scenario, interrupt);
  if (plan.is_linked) return run_linked(inputs_of(plan, endpoints), interrupt);
  fmt::print(stderr, "{}\n", announcement(plan, net::to_string(endpoints.front())));
  ProgressPrinter printer(plan.scenario.trace_user.has_value());
  return load::run(
      inputs_of(plan, endpoints), [&](const metrics::Sample& sample) { printer.show(sample); }, interrupt);
}

int run_against(const RunPlan& plan, const Endpoints& endpoints, load::Interrupt& interrupt) {
  auto result = run_load(plan, endpoints, interrupt);
  return result ? report_result(plan, *result) : exit_interrupted;
}

int run_embedded(const RunPlan& plan, load::Interrupt& interrupt) {
  server::EmbeddedProcess process = start_embedded(plan);
  const Endpoints endpoints{{boost::asio::ip::make_address(process.host()), process.port()}};
  auto result = run_load(plan, endpoints, interrupt);
  const bool died = process.has_ended();
  const server::EmbeddedEnd end = process.stop(std::chrono::seconds{result ? 10 : 1});
  if (!result) return exit_interrupted;
  if (died) fmt::print(stderr, "the embedded server {} during the run\n", end.words());
  add_counts(result->server, end);
  return report_result(plan, *result);
}

}  // namespace

int perform_run(const RunPlan& plan) {
  const auto& target = plan.scenario.target;
  const Endpoints endpoints = target.embedded ? Endpoints{} : find_target(target);
  const net::DescriptorLimit limit = net::raise_descriptor_limit();
  if (plan.dry_run) fmt::print("{}", plan_text(plan, limit, endpoints));
  const std::uint32_t processes = processes_of(plan, limit);
  if (processes == 1) refuse_too_many_users(plan, limit);
  if (plan.dry_run) return exit_ok;
  warn_of(look_at_machine(plan.scenario, limit, endpoints));
  if (!target.embedded) refuse_foreign_target(plan.scenario, endpoints);
  if (!target.embedded) refuse_silent_target(target, endpoints);
  load::Interrupt interrupt;
  const Signals signals(interrupt);
  if (processes > 1) return run_in_processes(plan, processes, interrupt);
  return target.embedded ? run_embedded(plan, interrupt) : run_against(plan, endpoints, interrupt);
}

}  // namespace squall::cli
