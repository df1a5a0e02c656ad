#pragma once

#include <system_error>

#include "xmpp/stream/stage.hpp"

namespace squall::load {

/// Why no address took the connection. Where the cause is this machine's, `condition` names it: local-ports-used-up,
/// no-descriptors.
xmpp::Failure connect_failure(const std::error_code& error);

/// Why TLS came to an end, at that stage: of errors of TLS `condition` is the cause in lower-case words joined by
/// dashes, such as self-signed-certificate; any other error means that the connection was lost.
xmpp::Failure tls_failure(xmpp::Stage stage, const std::error_code& error);

}  // namespace squall::load
