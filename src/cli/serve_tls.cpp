#include "src/cli/serve_tls.hpp"

#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "src/cli/usage_error.hpp"
#include "src/net/tls_context.hpp"

namespace squall::cli {
namespace {

using server::TlsUse;

/// What --tls said, or what the other options mean.
std::string mode_of(const ServeTlsOptions& options) {
  if (!options.tls.empty()) return options.tls;
  return options.cert.empty() && options.key.empty() && options.client_ca.empty() ? "off" : "starttls";
}

TlsUse read_use(const std::string& text) {
  if (text == "off") return TlsUse::off;
  if (text == "starttls") return TlsUse::starttls;
  if (text == "required") return TlsUse::required;
  if (text == "direct") return TlsUse::direct;
  throw UsageError("--tls", text, "has to be off, starttls, required or direct");
}

const char* option_of(net::TlsSetupError::Input input) {
  switch (input) {
    case net::TlsSetupError::Input::ca:
      return "--client-ca: ";
    case net::TlsSetupError::Input::certificate:
      return "--cert: ";
    case net::TlsSetupError::Input::key:
      return "--key: ";
    case net::TlsSetupError::Input::library:
      break;
  }
  return "--tls: ";
}

void check_together(const ServeTlsOptions& options, TlsUse use) {
  if (options.cert.empty() != options.key.empty())
    throw UsageError(options.cert.empty() ? "--key: it needs --cert, too" : "--cert: it needs --key, too");
  if (use != TlsUse::off) return;
  if (!options.cert.empty()) throw UsageError("--cert: TLS is off here; leave --tls off out");
  if (!options.client_ca.empty()) throw UsageError("--client-ca: TLS is off here; leave --tls off out");
}

net::TlsIdentity identity_of(const ServeTlsOptions& options, const std::string& domain) {
  if (options.cert.empty()) return {{}, {}, net::make_certificate({.domain = domain})};
  return {options.cert, options.key, {}};
}

}  // namespace

void add_serve_tls_options(CLI::App& command, ServeTlsOptions& options) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.add_option(name, value, text)->type_name(type)->capture_default_str();
  };
  add("--tls", options.tls, "off|starttls|required|direct",
      "Offered, required, from the first byte [off; starttls with --cert]");
  add("--cert", options.cert, "FILE", "Its certificate, PEM, leaf first [one that it makes and signs itself]");
  add("--key", options.key, "FILE", "The certificate's key, PEM without a passphrase");
  add("--client-ca", options.client_ca, "FILE", "Who may sign clients' certificates, for SASL EXTERNAL");
}

void plan_serve_tls(const ServeTlsOptions& options, server::ServerOptions& server) {
  server.tls = read_use(mode_of(options));
  check_together(options, server.tls);
  if (server.tls == TlsUse::off) return;
  auto context = net::TlsContext::for_server(
      {.identity = identity_of(options, server.domain), .client_ca_file = options.client_ca});
  if (!context) throw UsageError(option_of(context.error().input) + context.error().text);
  server.tls_context = std::move(*context);
}

std::string serve_tls_text(const ServeTlsOptions& options) {
  const std::string mode = mode_of(options);
  if (mode == "off") return "no TLS";
  const char* whose = options.cert.empty() ? ", its certificate made and signed by itself" : "";
  if (mode == "direct") return fmt::format("TLS from the first byte{}", whose);
  return fmt::format("STARTTLS {}{}", mode == "required" ? "required" : "offered", whose);
}

}  // namespace squall::cli
