#include "src/cli/transport_options.hpp"

#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "src/cli/usage_error.hpp"
#include "src/load/tls_setup.hpp"
#include "src/net/tls_context.hpp"

namespace squall::cli {
namespace {

using scenario::TlsMode;
using scenario::TlsVersions;

constexpr const char* group = "Transport";

TlsMode read_mode(const std::string& text) {
  for (const auto mode : {TlsMode::off, TlsMode::starttls, TlsMode::required, TlsMode::direct})
    if (text == scenario::to_string(mode)) return mode;
  throw UsageError("--tls", text, "has to be off, starttls, required or direct");
}

TlsVersions read_versions(const std::string& text) {
  if (text.empty()) return TlsVersions::both;
  if (text == "1.2") return TlsVersions::only_1_2;
  if (text == "1.3") return TlsVersions::only_1_3;
  throw UsageError("--tls-version", text, "has to be 1.2 or 1.3");
}

/// The first option given that means nothing without TLS.
const char* first_of_tls(const TransportOptions& options) {
  if (!options.ca.empty()) return "--ca";
  if (options.insecure) return "--insecure";
  if (!options.client_cert.empty()) return "--client-cert";
  if (!options.client_key.empty()) return "--client-key";
  if (options.tls_resume) return "--tls-resume";
  return options.tls_version.empty() ? nullptr : "--tls-version";
}

void check_together(const TransportOptions& options, TlsMode mode) {
  const char* useless = mode == TlsMode::off ? first_of_tls(options) : nullptr;
  if (useless != nullptr)
    throw UsageError(fmt::format("{}: TLS is off here; add --tls starttls, required or direct", useless));
  if (options.insecure && !options.ca.empty())
    throw UsageError("--insecure", "--ca " + options.ca, "is not looked at then; give one of the two");
  if (options.client_cert.empty() != options.client_key.empty())
    throw UsageError(fmt::format("{}: it needs {}, too", options.client_cert.empty() ? "--client-key" : "--client-cert",
                                 options.client_cert.empty() ? "--client-cert" : "--client-key"));
}

const char* option_of(net::TlsSetupError::Input input) {
  switch (input) {
    case net::TlsSetupError::Input::ca:
      return "--ca: ";
    case net::TlsSetupError::Input::certificate:
      return "--client-cert: ";
    case net::TlsSetupError::Input::key:
      return "--client-key: ";
    case net::TlsSetupError::Input::library:
      break;
  }
  return "--tls: ";
}

void check_files(const scenario::Transport& transport) {
  if (transport.tls == TlsMode::off) return;
  const auto context = net::TlsContext::for_client(load::tls_options(transport, "localhost"));
  if (!context) throw UsageError(option_of(context.error().input) + context.error().text);
}

}  // namespace

void add_transport_options(CLI::App& command, TransportOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->group(group);
  };
  const auto flag = [&](const char* name, bool& value, const char* text) {
    command.add_flag(name, value, text)->group(group);
  };
  add("--tls", options.tls, "off|starttls|required|direct",
      "starttls: where it is offered; required: by STARTTLS, or not at all");
  add("--ca", options.ca, "FILE", "Certificate authorities to trust, PEM, instead of the system's");
  flag("--insecure", options.insecure, "Do not verify the server's certificate; the report says so");
  add("--client-cert", options.client_cert, "FILE", "Our certificate, for SASL EXTERNAL");
  add("--client-key", options.client_key, "FILE", "Its key");
  flag("--tls-resume", options.tls_resume, "Resume TLS sessions instead of whole handshakes");
  add("--tls-version", options.tls_version, "1.2|1.3", "Only that one");
  add("--source", options.source, "ADDR[,ADDR|,ADDR-ADDR]", "Local addresses that users are spread over");
  flag("--quickack", options.quickack, "Acknowledge at once during logins (TCP_QUICKACK); the report says so");
}

scenario::Transport plan_transport(const TransportOptions& options, TlsMode otherwise) {
  scenario::Transport transport;
  transport.tls = options.tls.empty() ? otherwise : read_mode(options.tls);
  transport.versions = read_versions(options.tls_version);
  check_together(options, transport.tls);
  transport.ca_file = options.ca;
  transport.insecure = options.insecure;
  transport.certificate_file = options.client_cert;
  transport.key_file = options.client_key;
  transport.resume = options.tls_resume;
  transport.source = options.source;
  transport.quick_ack = options.quickack;
  check_files(transport);
  return transport;
}

net::SourceAddresses plan_sources(const TransportOptions& options) {
  if (options.source.empty()) return {};
  auto sources = net::SourceAddresses::parse(options.source);
  if (!sources) throw UsageError("--source", options.source, sources.error());
  if (const std::string foreign = sources->why_not_local(); !foreign.empty())
    throw UsageError("--source", options.source, foreign);
  return std::move(*sources);
}

}  // namespace squall::cli
