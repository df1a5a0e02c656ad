#pragma once

#include <string>

#include "src/net/tls_context.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::load {

/// What clients that reach `domain` in that way need of TLS. Throws nothing; the files are read by TlsContext.
net::TlsClientOptions tls_options(const scenario::Transport& transport, const std::string& domain);

}  // namespace squall::load
