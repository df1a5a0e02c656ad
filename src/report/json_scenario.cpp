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

object json_of(const scenario::Population& population) {
  object out{{"users", population.users}, {"first", population.first}, {"resource", printable(population.resource)}};
  if (population.accounts_file.empty())
    out["user"] = printable(population.user_template);
  else
    out["accounts"] = printable(population.accounts_file, 4096);
  return out;
}

}  // namespace

object json_of(const scenario::Scenario& scenario) {
  return {{"target", json_of(scenario.target)},
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
          {"login_timeout_ns", scenario.login_timeout.count()},
          {"seed", scenario.seed},
          {"workers", scenario.workers}};
}

}  // namespace squall::report
