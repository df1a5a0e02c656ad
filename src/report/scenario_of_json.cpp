#include "src/report/json_scenario.hpp"
#include "src/report/parts_of_result.hpp"

namespace squall::report {
namespace {

scenario::Target target_of(const Field& target) {
  scenario::Target out;
  out.host = target["server"].text();
  out.port = static_cast<std::uint16_t>(target["port"].count());
  out.domain = target["domain"].text();
  out.embedded = target["embedded"].truth();
  return out;
}

scenario::TlsMode tls_mode_of(const Field& name) {
  using scenario::TlsMode;
  for (const TlsMode mode : {TlsMode::off, TlsMode::starttls, TlsMode::required, TlsMode::direct})
    if (name_of(mode) == name.text()) return mode;
  name.fail("has to be off, starttls, required or direct");
}

scenario::TlsVersions tls_versions_of(const Field& name) {
  const std::string text = name.text();
  if (text == "1.2") return scenario::TlsVersions::only_1_2;
  if (text == "1.3") return scenario::TlsVersions::only_1_3;
  if (text == "both") return scenario::TlsVersions::both;
  name.fail("has to be 1.2, 1.3 or both");
}

scenario::Transport transport_of(const Field& transport) {
  scenario::Transport out;
  out.tls = tls_mode_of(transport["tls"]);
  out.versions = tls_versions_of(transport["tls_versions"]);
  out.resume = transport["resume"].truth();
  out.insecure = transport["insecure"].truth();
  out.quick_ack = transport["quick_ack"].truth();
  out.source = transport["source"].text();
  return out;
}

scenario::Population population_of(const Field& population) {
  scenario::Population out;
  out.users = population["users"].count32();
  out.first = population["first"].count32();
  out.resource = population["resource"].text();
  out.password_template.clear();
  if (population.has("accounts"))
    out.accounts_file = population["accounts"].text();
  else
    out.user_template = population["user"].text();
  return out;
}

scenario::Direction direction_of(const Field& name) {
  if (name.text() == "both") return scenario::Direction::both;
  if (name.text() == "one-way") return scenario::Direction::one_way;
  name.fail("has to be both or one-way");
}

scenario::nanoseconds time_of(const Field& field) {
  return scenario::nanoseconds{field.integer()};
}

}  // namespace

scenario::Scenario scenario_of(const Field& scenario) {
  scenario::Scenario out;
  out.target = target_of(scenario["target"]);
  out.transport = transport_of(scenario["transport"]);
  out.population = population_of(scenario["population"]);
  out.rate_hz = scenario["rate_hz"].real();
  out.length = scenario["length_bytes"].count32();
  out.stamp_on_top = scenario["stamp_on_top"].truth();
  out.direction = direction_of(scenario["direction"]);
  out.duration.reset();
  if (!scenario["duration_ns"].is_null()) out.duration = time_of(scenario["duration_ns"]);
  out.drain = time_of(scenario["drain_ns"]);
  out.tick = time_of(scenario["tick_ns"]);
  out.login_rate_hz = scenario["login_rate_hz"].real();
  out.login_tries = scenario["login_tries"].count32();
  if (const Field reconnect = scenario["reconnect"]; !reconnect.is_null())
    out.reconnect = scenario::Reconnect{time_of(reconnect["first_ns"]), time_of(reconnect["last_ns"])};
  out.login_timeout = time_of(scenario["login_timeout_ns"]);
  out.seed = scenario["seed"].count();
  out.workers = scenario["workers"].count32();
  return out;
}

}  // namespace squall::report
