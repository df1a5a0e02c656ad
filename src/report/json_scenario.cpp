#include "src/report/json_scenario.hpp"

#include <boost/json/value.hpp>

#include "src/report/printable.hpp"

namespace squall::report {
namespace {

using boost::json::object;
using boost::json::value;

object json_of(const scenario::Target& target) {
  return {{"server", printable(target.host)},
          {"port", target.port},
          {"domain", printable(target.domain)},
          {"embedded", target.embedded}};
}

value json_of(const std::optional<scenario::Reconnect>& reconnect) {
  if (!reconnect) return nullptr;
  return object{{"first_ns", reconnect->first.count()}, {"last_ns", reconnect->last.count()}};
}

std::string_view versions_name(scenario::TlsVersions versions) {
  switch (versions) {
    case scenario::TlsVersions::only_1_2:
      return "1.2";
    case scenario::TlsVersions::only_1_3:
      return "1.3";
    case scenario::TlsVersions::both:
      break;
  }
  return "both";
}

/// Files are named, never read; the key's path is no secret, its contents are.
object json_of(const scenario::Transport& transport) {
  return {{"tls", name_of(transport.tls)},
          {"tls_versions", versions_name(transport.versions)},
          {"resume", transport.resume},
          {"insecure", transport.insecure},
          {"client_certificate", !transport.certificate_file.empty()},
          {"quick_ack", transport.quick_ack},
          {"source", printable(transport.source)}};
}

object json_of(const scenario::Population& population) {
  object out{{"users", population.users}, {"first", population.first}, {"resource", printable(population.resource)}};
  if (population.accounts_file.empty())
    out["user"] = printable(population.user_template);
  else
    out["accounts"] = printable(population.accounts_file, 4096);
  return out;
}

}  // namespace

std::string_view name_of(scenario::TlsMode mode) {
  switch (mode) {
    case scenario::TlsMode::off:
      return "off";
    case scenario::TlsMode::starttls:
      return "starttls";
    case scenario::TlsMode::required:
      return "required";
    case scenario::TlsMode::direct:
      return "direct";
  }
  return "unknown";
}

object json_of(const scenario::Scenario& scenario) {
  return {{"target", json_of(scenario.target)},
          {"transport", json_of(scenario.transport)},
          {"population", json_of(scenario.population)},
          {"model", "open"},
          {"rate_hz", scenario.rate_hz},
          {"length_bytes", scenario.length},
          {"stamp_on_top", scenario.stamp_on_top},
          {"direction", scenario.direction == scenario::Direction::both ? "both" : "one-way"},
          {"duration_ns", scenario.duration ? value(scenario.duration->count()) : value(nullptr)},
          {"drain_ns", scenario.drain.count()},
          {"tick_ns", scenario.tick.count()},
          {"login_rate_hz", scenario.login_rate_hz},
          {"login_tries", scenario.login_tries},
          {"reconnect", json_of(scenario.reconnect)},
          {"login_timeout_ns", scenario.login_timeout.count()},
          {"seed", scenario.seed},
          {"workers", scenario.workers}};
}

}  // namespace squall::report
