#include "src/cli/perform_group.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/cli/embedded_target.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/needs.hpp"
#include "src/cli/progress_printer.hpp"
#include "src/cli/report_result.hpp"
#include "src/report/printable.hpp"
#include "src/shard/group.hpp"
#include "src/shard/shard_share.hpp"

namespace squall::cli {
namespace {

using Servers = std::vector<server::EmbeddedProcess>;

/// The command line as it was given, program name first.
std::vector<std::string> given_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string all(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> words;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\0', at), all.size());
    words.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

Servers start_servers(const RunPlan& plan) {
  Servers servers;
  if (!plan.scenario.target.embedded) return servers;
  for (std::uint32_t i = 0; i < plan.scenario.shard.count; ++i) servers.push_back(start_embedded(plan));
  return servers;
}

/// Two addresses of the loopback net for each shard: one address is good for some ten thousand connections before the
/// kernel takes long to find a free port.
std::string loopback_sources(const scenario::Shard& shard) {
  const auto address = [](std::uint32_t n) { return fmt::format("127.0.{}.{}", 1 + n / 200, 1 + n % 200); };
  return address(2 * shard.index) + "," + address(2 * shard.index + 1);
}

/// What the command line of a shard has besides: what stands last counts.
std::vector<std::string> words_of(const RunPlan& plan, const Servers& servers, const scenario::Shard& shard) {
  std::vector<std::string> words{"--processes", "1"};
  if (servers.empty()) return words;
  const server::EmbeddedProcess& own = servers[shard.index];
  const auto& transport = plan.scenario.transport;
  words.insert(words.end(), {"--server", fmt::format("{}:{}", own.host(), own.port()), "--domain",
                             plan.scenario.target.domain, "--tls", std::string(scenario::to_string(transport.tls))});
  if (transport.tls != scenario::TlsMode::off) words.push_back("--insecure");
  if (transport.source.empty()) words.insert(words.end(), {"--source", loopback_sources(shard)});
  return words;
}

void stop_servers(Servers& servers, metrics::ServerCounts& counts) {
  for (server::EmbeddedProcess& each : servers) {
    const bool died = each.has_ended();
    const server::EmbeddedEnd end = each.stop(std::chrono::seconds{10});
    if (died) fmt::print(stderr, "an embedded server {} during the run\n", end.words());
    add_counts(counts, end);
  }
}

shard::GroupPlan group_of(const RunPlan& plan, const Servers& servers) {
  shard::GroupPlan group;
  group.scenario = plan.scenario;
  group.command = plan.command;
  group.words = given_words();
  group.more = [&](const scenario::Shard& shard) { return words_of(plan, servers, shard); };
  return group;
}

}  // namespace

std::uint32_t processes_of(const RunPlan& plan, const net::DescriptorLimit& limit) {
  if (plan.processes > 0) return plan.processes;
  const std::uint32_t users = plan.scenario.population.users;
  return shard::processes_for(users, limit.hard, descriptors_own(plan.scenario));
}

int run_in_processes(const RunPlan& given, std::uint32_t processes, load::Interrupt& interrupt) {
  RunPlan plan = given;
  plan.scenario.shard = {0, processes};
  Servers servers = start_servers(plan);
  fmt::print(stderr, "{}, in {} processes\n",
             announcement(plan, servers.empty() ? "the target" : fmt::format("{} embedded servers", servers.size())),
             processes);
  ProgressPrinter printer(plan.scenario.trace_user.has_value());
  auto end = shard::run_group(
      group_of(plan, servers), [&](const metrics::Sample& sample) { printer.show(sample); }, interrupt);
  metrics::ServerCounts counts;
  stop_servers(servers, counts);
  if (!end) return exit_interrupted;
  for (const std::string& line : end->lost) fmt::print(stderr, "{}\n", report::printable(line, 1000));
  end->result.server = counts;
  return report_result(plan, end->result);
}

}  // namespace squall::cli
