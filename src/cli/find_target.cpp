#include "src/cli/find_target.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "src/cli/probe.hpp"
#include "src/cli/usage_error.hpp"
#include "src/net/resolver.hpp"
#include "src/report/units.hpp"
#include "src/scenario/traffic.hpp"

namespace squall::cli {

using Endpoint = boost::asio::ip::tcp::endpoint;

NamedBy named_by(const scenario::Target& target) {
  if (target.host.empty()) return {"--domain", target.domain};
  const bool is_v6 = target.host.find(':') != std::string::npos;
  const std::string host = is_v6 ? "[" + target.host + "]" : target.host;
  return {"--server", fmt::format("{}:{}", host, target.port)};
}

std::vector<Endpoint> find_target(const scenario::Target& target) {
  const NamedBy name = named_by(target);
  auto endpoints = net::resolve(target.host.empty() ? target.domain : target.host, target.port);
  if (!endpoints)
    throw UsageError(fmt::format("{}: {}; give a name that resolves or an address", name.option, endpoints.error()));
  return *endpoints;
}

void refuse_foreign_target(const scenario::Scenario& scenario, const std::vector<Endpoint>& endpoints) {
  const auto foreign = std::find_if_not(endpoints.begin(), endpoints.end(),
                                        [](const Endpoint& endpoint) { return net::are_loopback({endpoint}); });
  if (scenario.target.confirmed_mine || foreign == endpoints.end()) return;
  const NamedBy name = named_by(scenario.target);
  throw UsageError(
      name.option, name.value,
      fmt::format("is {}, outside the loopback range: {} users would send {} messages/s there; if the server "
                  "is yours, add --yes-this-server-is-mine",
                  net::to_string(*foreign), report::count(scenario.population.users),
                  report::decimal(traffic_of(scenario).messages_per_second)));
}

void refuse_silent_target(const scenario::Target& target, const std::vector<Endpoint>& endpoints) {
  std::error_code error;
  for (const Endpoint& endpoint : endpoints)
    if (!(error = probe(endpoint))) return;
  const NamedBy name = named_by(target);
  throw UsageError(
      name.option, name.value,
      fmt::format("takes no connection at {}: {}; start the server, or give the address and port it listens on",
                  net::to_string(endpoints.front()), error.message()));
}

}  // namespace squall::cli
