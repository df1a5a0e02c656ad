#pragma once

#include <cstdint>
#include <string>
#include <system_error>

namespace squall::net {

/// What went wrong with TLS.
enum class TlsFault : std::uint8_t {
  certificate = 1,  ///< we do not accept the peer's certificate; the detail is an X509_V_ERR_*
  alert,            ///< the peer ended it with that alert (RFC 8446 section 6)
  not_tls,          ///< what came is no TLS record
  version,          ///< no version of TLS in common
  cut_off,          ///< the peer closed the connection during the handshake
  protocol,         ///< anything else; the detail is a reason of OpenSSL's SSL library
};

/// An error of TLS as an error code, so that it needs no memory: message() says it in words, for a person.
std::error_code make_tls_error(TlsFault fault, int detail = 0);
/// Nothing of TLS: false.
bool is_tls_error(const std::error_code& error);
/// Only for errors of TLS.
TlsFault fault_of(const std::error_code& error);
/// The cause alone, in a few words: "self-signed certificate", "handshake failure", "not TLS". Only for errors of TLS.
std::string tls_reason(const std::error_code& error);

/// Makes an error of what OpenSSL has left in this thread's queue, which is empty then.
/// `verify_result`: of SSL_get_verify_result(), which tells more about a certificate than the queue.
std::error_code take_tls_error(long verify_result);

}  // namespace squall::net
