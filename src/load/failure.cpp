#include "src/load/failure.hpp"

#include <cerrno>

#include "src/net/tls_error.hpp"

namespace squall::load {
namespace {

using xmpp::session_errc;
using xmpp::Stage;

session_errc connect_code(const std::error_code& error) {
  switch (error.value()) {
    case ECONNREFUSED:
      return session_errc::connect_refused;
    case ETIMEDOUT:
      return session_errc::connect_timed_out;
    case EMFILE:
    case ENFILE:
    case EADDRNOTAVAIL:
    case ENOSPC:
    case ENOBUFS:
    case ENOMEM:
      return session_errc::local_limit;
    default:
      return session_errc::connect_failed;
  }
}

const char* limit_of(const std::error_code& error) {
  switch (error.value()) {
    case EADDRNOTAVAIL:
      return "local-ports-used-up";
    case EMFILE:
    case ENFILE:
      return "no-descriptors";
    default:
      return "";
  }
}

/// "Self-signed certificate" -> "self-signed-certificate".
std::string dashed(const std::string& words) {
  std::string out;
  for (const char c : words) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool is_kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '-';
    if (is_kept) {
      out += lower;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  return out;
}

}  // namespace

xmpp::Failure connect_failure(const std::error_code& error) {
  return {Stage::connect, connect_code(error), limit_of(error), error.message()};
}

xmpp::Failure tls_failure(Stage stage, const std::error_code& error) {
  if (net::is_tls_error(error))
    return {stage, session_errc::tls_failed, dashed(net::tls_reason(error)), error.message()};
  if (error == std::errc::not_enough_memory) return {stage, session_errc::local_limit, "no-memory", error.message()};
  return {stage, session_errc::connection_lost, {}, error.message()};
}

}  // namespace squall::load
