#include "src/load/client_config.hpp"

namespace squall::load {
namespace {

using xmpp::sasl::Mechanism;

xmpp::TlsPolicy policy_of(scenario::TlsMode mode) {
  switch (mode) {
    case scenario::TlsMode::off:
      return xmpp::TlsPolicy::never;
    case scenario::TlsMode::starttls:
      return xmpp::TlsPolicy::if_offered;
    case scenario::TlsMode::required:
    case scenario::TlsMode::direct:
      break;
  }
  return xmpp::TlsPolicy::required;
}

/// Whoever brings a certificate means to log in with it, if the server takes it.
void choose_mechanisms(xmpp::sasl::Policy& policy, const scenario::Scenario& scenario) {
  if (const auto forced = xmpp::sasl::mechanism(scenario.features.mechanism)) {
    policy.allowed = {*forced};
  } else if (!scenario.transport.certificate_file.empty()) {
    policy.allowed.insert(policy.allowed.begin(), Mechanism::external);
  }
}

}  // namespace

xmpp::ClientConfig client_config(const scenario::Scenario& scenario, xmpp::sasl::ScramKeyCache& keys) {
  xmpp::ClientConfig config;
  config.domain = scenario.target.domain;
  config.step_timeout = scenario.login_timeout;
  config.tls = policy_of(scenario.transport.tls);
  config.sasl2 = scenario.features.sasl2;
  config.stream_management = scenario.features.stream_management;
  config.carbons = scenario.features.carbons;
  config.client_state = scenario.features.client_state;
  config.scram_keys = &keys;
  choose_mechanisms(config.sasl, scenario);
  return config;
}

}  // namespace squall::load
