#pragma once

#include <string>

#include <CLI/App.hpp>

#include "src/net/source_addresses.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::cli {

/// How the server is reached, as typed; empty: not given.
struct TransportOptions {
  std::string tls;
  std::string ca;
  bool insecure = false;
  std::string client_cert;
  std::string client_key;
  bool tls_resume = false;
  std::string tls_version;
  std::string source;
  bool quickack = false;
};

/// Registers --tls and what belongs to it, --source and --quickack.
void add_transport_options(CLI::App& command, TransportOptions& options);

/// Reads them, and opens the files named. `otherwise`: the mode where --tls was not given.
/// Throws UsageError at the first that is wrong or has no effect.
scenario::Transport plan_transport(const TransportOptions& options, scenario::TlsMode otherwise);

/// The addresses of --source, each one of this machine. Throws UsageError.
net::SourceAddresses plan_sources(const TransportOptions& options);

}  // namespace squall::cli
