#include "src/load/result_assembly.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "src/metrics/verdict.hpp"
#include "src/net/resolver.hpp"

namespace squall::load {
namespace {

using Workers = std::vector<std::unique_ptr<Worker>>;

void settle_strays(const Population& population, const Workers& workers) {
  for (const auto& finder : workers) {
    for (const auto& [direction, sequences] : finder->ledger().strays()) {
      if (!population.is_own(direction)) continue;
      metrics::DeliveryAudit& owner = workers[population.own_worker_of(direction)]->ledger().audit();
      for (const auto& [first, last] : sequences.intervals()) {
        for (std::uint64_t sequence = first; sequence <= last; ++sequence) {
          owner.misdelivered(population.local_of(direction), static_cast<std::uint32_t>(sequence), false);
        }
      }
    }
  }
}

// Of an odd number of users the last one writes to somebody who is never logged in.
std::uint64_t planned_to_nobody(const Population& population, const Workers& workers) {
  if (population.users() % 2 == 0) return 0;
  const std::uint32_t last = population.users() - 1;
  if (!population.is_own(last)) return 0;
  return workers[population.own_worker_of(last)]->ledger().audit().planned_of(population.local_of(last));
}

void add_up(metrics::Result& result, const Workers& workers) {
  std::int64_t last_login = 0;
  for (const auto& worker : workers) {
    result.audit += worker->ledger().audit().counts();
    merge(result.latency, worker->ledger().latency());
    merge(result.funnel, worker->funnel());
    merge(result.tls, worker->tls_figures());
    merge(result.health, worker->health());
    last_login = std::max(last_login, worker->last_login());
  }
  if (last_login > 0) {
    const double seconds = static_cast<double>(last_login) / 1e9;
    result.funnel.logins_per_second = static_cast<double>(result.funnel.reached_online) / seconds;
    result.tls.per_second = static_cast<double>(result.tls.handshakes) / seconds;
  }
}

/// Without --source users beyond ten thousand get loopback addresses of their own, or there is but one address.
std::uint64_t local_ports(const RunPlan& plan) {
  return net::local_ports_per_address() * std::max<std::size_t>(1, plan.inputs.sources.size());
}

void judge_all(metrics::Result& result, const RunRecord& record) {
  result.health.rss_bytes = record.resident_bytes;
  if (const std::uint64_t delivered = result.audit.delivered()) {
    result.health.cpu_us_per_message = static_cast<double>(record.steady_cpu) / 1e3 / static_cast<double>(delivered);
  }
  result.latency.from_plan.record_infinite(result.audit.lost());
  result.latency.from_send.record_infinite(result.audit.lost());
  judge(result.health, result.audit.planned, result.latency.from_plan.quantile(0.5));
  judge(result);
}

}  // namespace

void RunRecord::begin() {
  const std::time_t now = std::time(nullptr);
  started_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

metrics::Result assemble(const RunPlan& plan, RunRecord& record, Workers& workers) {
  metrics::Result result;
  result.started_at = record.started_at;
  result.scenario = plan.scenario;
  result.command = plan.inputs.command;
  result.target_address = net::to_string(plan.inputs.endpoints[workers.front()->endpoint()]);
  result.interrupted = record.interrupted;
  result.login_seconds = record.login_seconds;
  result.steady_seconds = record.steady_seconds;
  result.drain_seconds = record.drain_seconds;
  result.pairs = plan.population.own_pairs();
  result.local_ports = local_ports(plan);
  settle_strays(plan.population, workers);
  result.planned_to_nobody = planned_to_nobody(plan.population, workers);
  add_up(result, workers);
  result.series = std::move(record.series);
  judge_all(result, record);
  return result;
}

}  // namespace squall::load
