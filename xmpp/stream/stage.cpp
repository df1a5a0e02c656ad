#include "xmpp/stream/stage.hpp"

#include <array>

namespace squall::xmpp {
namespace {

constexpr std::array<std::string_view, stage_count> stage_names{"resolve", "connect", "tls",    "stream", "auth",
                                                                "bind",    "session", "online", "closed"};

constexpr std::array<std::string_view, 25> code_names{"none",
                                                      "resolve-failed",
                                                      "connect-refused",
                                                      "connect-timed-out",
                                                      "connect-failed",
                                                      "connection-lost",
                                                      "local-limit",
                                                      "timed-out",
                                                      "xml-error",
                                                      "not-xmpp",
                                                      "unsupported-version",
                                                      "stream-error",
                                                      "stream-closed",
                                                      "tls-not-offered",
                                                      "tls-required",
                                                      "tls-failed",
                                                      "no-mechanism",
                                                      "auth-failed",
                                                      "server-not-verified",
                                                      "challenge-invalid",
                                                      "bind-failed",
                                                      "session-failed",
                                                      "unexpected-element",
                                                      "protocol-limit",
                                                      "credentials-invalid"};
static_assert(static_cast<std::size_t>(session_errc::credentials_invalid) + 1 == code_names.size());

}  // namespace

std::string_view to_string(Stage stage) {
  return stage_names[static_cast<std::size_t>(stage)];
}

std::string_view to_string(session_errc code) {
  return code_names[static_cast<std::size_t>(code)];
}

}  // namespace squall::xmpp
