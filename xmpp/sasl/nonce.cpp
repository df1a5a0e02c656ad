#include "xmpp/sasl/nonce.hpp"

#include <array>
#include <stdexcept>

#include <openssl/rand.h>

#include "xmpp/sasl/base64.hpp"

namespace squall::xmpp::sasl {

std::string random_nonce() {
  std::array<unsigned char, 18> octets{};
  if (RAND_bytes(octets.data(), static_cast<int>(octets.size())) != 1) {
    throw std::runtime_error("OpenSSL has no random numbers");
  }
  return base64({reinterpret_cast<const char*>(octets.data()), octets.size()});
}

}  // namespace squall::xmpp::sasl
