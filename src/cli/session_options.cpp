#include "src/cli/session_options.hpp"

#include <CLI/CLI.hpp>

#include "src/cli/usage_error.hpp"
#include "xmpp/sasl/mechanism.hpp"

namespace squall::cli {
namespace {

constexpr const char* group = "Session";

std::string read_mechanism(const std::string& text, const scenario::Transport& transport) {
  const auto mechanism = xmpp::sasl::mechanism(text);
  if (!mechanism) throw UsageError("--mechanism", text, "has to be one of " + mechanism_names());
  if (is_plus(*mechanism) && transport.tls == scenario::TlsMode::off)
    throw UsageError("--mechanism", text, "binds to TLS, which is off here; add --tls starttls, required or direct");
  if (*mechanism == xmpp::sasl::Mechanism::external && transport.certificate_file.empty())
    throw UsageError("--mechanism", text, "needs a certificate of the client's; add --client-cert and --client-key");
  return text;
}

bool read_sasl2(const std::string& text) {
  if (text != "auto" && text != "off") throw UsageError("--sasl2", text, "has to be auto or off");
  return text == "auto";
}

}  // namespace

std::string mechanism_names() {
  const auto& all = xmpp::sasl::all_mechanisms();
  std::string names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) names += i + 1 == all.size() ? " and " : ", ";
    names += to_string(all[i]);
  }
  return names;
}

void add_session_options(CLI::App& command, SessionOptions& options) {
  const auto flag = [&](const char* name, bool& value, const char* text) {
    command.add_flag(name, value, text)->group(group);
  };
  command.add_option("--mechanism", options.mechanism, "Log in with this one alone, instead of the best")
      ->type_name("NAME")
      ->group(group);
  command.add_option("--sasl2", options.sasl2, "auto: SASL 2 with Bind 2 where it is offered")
      ->type_name("auto|off")
      ->group(group)
      ->capture_default_str();
  flag("--sm", options.stream_management, "Stream management: count, acknowledge (XEP-0198)");
  flag("--carbons", options.carbons, "Have messages copied to all resources (XEP-0280)");
  flag("--csi", options.client_state, "Say inactive once online (XEP-0352)");
}

scenario::SessionFeatures plan_session(const SessionOptions& options, const scenario::Transport& transport) {
  scenario::SessionFeatures features;
  if (!options.mechanism.empty()) features.mechanism = read_mechanism(options.mechanism, transport);
  features.sasl2 = read_sasl2(options.sasl2);
  features.stream_management = options.stream_management;
  features.carbons = options.carbons;
  features.client_state = options.client_state;
  return features;
}

}  // namespace squall::cli
