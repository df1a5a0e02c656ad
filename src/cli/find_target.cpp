#include "src/cli/find_target.hpp"

#include <algorithm>
#include <system_error>

#include <boost/asio/ip/address.hpp>
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

namespace {

/// Names that no DNS server is to be asked about (RFC 6761 section 6.3), and addresses.
bool is_without_service(const std::string& domain) {
  boost::system::error_code error;
  boost::asio::ip::make_address(domain, error);
  return !error || domain == "localhost" || domain.ends_with(".localhost");
}

std::vector<Endpoint> resolve_host(const scenario::Target& target, const std::string& host) {
  auto endpoints = net::resolve(host, target.port);
  if (endpoints) return *endpoints;
  throw UsageError(
      fmt::format("{}: {}; give a name that resolves or an address", named_by(target).option, endpoints.error()));
}

/// Of all targets that have addresses; none twice.
std::vector<Endpoint> resolve_targets(const std::string& domain, const std::vector<net::ServiceTarget>& targets) {
  std::vector<Endpoint> endpoints;
  std::string first_error;
  for (const auto& target : targets) {
    const auto resolved = net::resolve(target.host, target.port);
    if (!resolved && first_error.empty()) first_error = resolved.error();
    if (!resolved) continue;
    for (const Endpoint& endpoint : *resolved)
      if (std::find(endpoints.begin(), endpoints.end(), endpoint) == endpoints.end()) endpoints.push_back(endpoint);
  }
  if (endpoints.empty())
    throw UsageError("--domain", domain, fmt::format("has servers by DNS (SRV), but {}; give --server", first_error));
  return endpoints;
}

std::vector<Endpoint> resolve_domain(const scenario::Target& target, const net::LookupOptions& dns) {
  const std::string service = (target.direct_tls ? "_xmpps-client._tcp." : "_xmpp-client._tcp.") + target.domain;
  const net::ServiceLookup found = net::look_up_service(service, dns);
  if (found.outcome == net::ServiceLookup::Outcome::found) return resolve_targets(target.domain, found.targets);
  if (found.outcome == net::ServiceLookup::Outcome::no_service)
    throw UsageError(
        "--domain", target.domain,
        fmt::format("has no such service: DNS says \".\" for {}; give --server, or another --tls", service));
  return resolve_host(target, target.domain);
}

}  // namespace

std::vector<Endpoint> find_target(const scenario::Target& target, const net::LookupOptions& dns) {
  if (!target.host.empty()) return resolve_host(target, target.host);
  if (is_without_service(target.domain)) return resolve_host(target, target.domain);
  return resolve_domain(target, dns);
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
