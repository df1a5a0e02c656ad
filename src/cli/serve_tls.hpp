#pragma once

#include <memory>
#include <string>

#include <CLI/App.hpp>

#include "src/server/server.hpp"

namespace squall::cli {

/// How `serve` speaks TLS, as typed; empty: not given.
struct ServeTlsOptions {
  std::string tls;  ///< empty: starttls where a certificate or an authority is named, else off
  std::string cert;
  std::string key;
  std::string client_ca;
};

void add_serve_tls_options(CLI::App& command, ServeTlsOptions& options);

/// Sets the server's TLS, opening the files named. Throws UsageError at the first that is wrong or has no effect.
void plan_serve_tls(const ServeTlsOptions& options, server::ServerOptions& server);

/// "STARTTLS offered with a certificate of its own making": for the line that tells where the server listens.
std::string serve_tls_text(const ServeTlsOptions& options);

}  // namespace squall::cli
