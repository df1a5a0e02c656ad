#include "src/cli/embedded_target.hpp"

#include <stdexcept>

namespace squall::cli {

server::EmbeddedProcess start_embedded(const RunPlan& plan) {
  server::EmbeddedOptions options;
  options.domain = plan.scenario.target.domain;
  options.accounts_file = plan.scenario.population.accounts_file;
  options.more = {"--tls", std::string(scenario::to_string(plan.scenario.transport.tls))};
  auto started = server::EmbeddedProcess::start(options);
  if (!started) throw std::runtime_error(started.error());
  return std::move(*started);
}

void add_counts(metrics::ServerCounts& sum, const server::EmbeddedEnd& end) {
  sum.known |= end.has_counts;
  sum.messages_in += end.counts.messages_in;
  sum.messages_routed += end.counts.messages_routed;
  sum.messages_bounced += end.counts.messages_bounced;
  sum.messages_dropped += end.counts.messages_accounted() - end.counts.messages_routed - end.counts.messages_bounced;
  sum.sessions += end.counts.logins;
}

}  // namespace squall::cli
