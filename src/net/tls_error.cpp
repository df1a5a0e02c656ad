#include "src/net/tls_error.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

namespace squall::net {
namespace {

constexpr int fault_shift = 16;
constexpr int detail_mask = 0xFFFF;
constexpr int last_alert = 255;

std::string words_or(const char* words, const char* otherwise) {
  return words == nullptr ? otherwise : words;
}

std::string reason_of(TlsFault fault, int detail) {
  switch (fault) {
    case TlsFault::certificate:
      return X509_verify_cert_error_string(detail);
    case TlsFault::alert:
      return words_or(SSL_alert_desc_string_long(detail), "unknown alert");
    case TlsFault::not_tls:
      return "not TLS";
    case TlsFault::version:
      return "no TLS version in common";
    case TlsFault::cut_off:
      return "closed during the handshake";
    case TlsFault::protocol:
      return words_or(ERR_reason_error_string(ERR_PACK(ERR_LIB_SSL, 0, detail)), "protocol error");
  }
  return "unknown";
}

const char* lead_of(TlsFault fault) {
  switch (fault) {
    case TlsFault::certificate:
      return "the peer's certificate is not accepted: ";
    case TlsFault::alert:
      return "the peer refused TLS: ";
    default:
      return "TLS failed: ";
  }
}

class Category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "squall.tls"; }
  std::string message(int value) const override {
    const auto fault = static_cast<TlsFault>(value >> fault_shift);
    return lead_of(fault) + reason_of(fault, value & detail_mask);
  }
};

const Category& category() {
  static const Category the_category;
  return the_category;
}

std::error_code from_reason(int reason) {
  if (reason > SSL_AD_REASON_OFFSET && reason <= SSL_AD_REASON_OFFSET + last_alert) {
    return make_tls_error(TlsFault::alert, reason - SSL_AD_REASON_OFFSET);
  }
  switch (reason) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
    case SSL_R_BAD_RECORD_TYPE:
      return make_tls_error(TlsFault::not_tls, reason);
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_NO_PROTOCOLS_AVAILABLE:
    case SSL_R_WRONG_SSL_VERSION:
      return make_tls_error(TlsFault::version, reason);
    default:
      return make_tls_error(TlsFault::protocol, reason);
  }
}

}  // namespace

std::error_code make_tls_error(TlsFault fault, int detail) {
  return {static_cast<int>(fault) << fault_shift | (detail & detail_mask), category()};
}

bool is_tls_error(const std::error_code& error) {
  return error.category() == category();
}

TlsFault fault_of(const std::error_code& error) {
  return static_cast<TlsFault>(error.value() >> fault_shift);
}

std::string tls_reason(const std::error_code& error) {
  return reason_of(fault_of(error), error.value() & detail_mask);
}

std::error_code take_tls_error(long verify_result) {
  int reason = 0;
  while (const unsigned long entry = ERR_get_error()) {
    if (reason == 0 && ERR_GET_LIB(entry) == ERR_LIB_SSL) reason = ERR_GET_REASON(entry);
  }
  if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED && verify_result != X509_V_OK) {
    return make_tls_error(TlsFault::certificate, static_cast<int>(verify_result));
  }
  return from_reason(reason);
}

}  // namespace squall::net
