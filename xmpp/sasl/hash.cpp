#include "xmpp/sasl/hash.hpp"

#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace squall::xmpp::sasl {
namespace {

const EVP_MD* algorithm(Hash hash) {
  switch (hash) {
    case Hash::sha_1:
      return EVP_sha1();
    case Hash::sha_256:
      return EVP_sha256();
    case Hash::sha_512:
      return EVP_sha512();
  }
  return nullptr;
}

const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// OpenSSL fails here only when it is out of memory or built without the hash.
void require(bool succeeded) {
  if (!succeeded) throw std::runtime_error("OpenSSL cannot compute a hash");
}

}  // namespace

Digest digest(Hash hash, std::string_view bytes) {
  Digest result;
  unsigned int size = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), result.octets.data(), &size, algorithm(hash), nullptr) == 1);
  result.size = size;
  return result;
}

Digest md5(std::string_view bytes) {
  Digest result;
  unsigned int size = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), result.octets.data(), &size, EVP_md5(), nullptr) == 1);
  result.size = size;
  return result;
}

std::string hex(const Digest& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < digest.size; ++i)
    out.append({digits[digest.octets[i] >> 4], digits[digest.octets[i] & 15]});
  return out;
}

Digest hmac(Hash hash, std::string_view key, std::string_view bytes) {
  Digest result;
  unsigned int size = 0;
  require(HMAC(algorithm(hash), key.data(), static_cast<int>(key.size()), octets(bytes), bytes.size(),
               result.octets.data(), &size) != nullptr);
  result.size = size;
  return result;
}

Digest exclusive_or(const Digest& a, const Digest& b) {
  Digest result = a;
  for (std::size_t i = 0; i < result.size; ++i) result.octets[i] ^= b.octets[i];
  return result;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace squall::xmpp::sasl
