#pragma once

#include <functional>
#include <string>

namespace squall::xmpp::sasl {

/// Makes a nonce: printable ASCII without comma (RFC 5802 section 5.1). Tests put one in that they know.
using NonceSource = std::function<std::string()>;

/// 144 random bits in base64, from OpenSSL's generator. Thread-safe.
std::string random_nonce();

}  // namespace squall::xmpp::sasl
