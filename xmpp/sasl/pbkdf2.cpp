// The hashes' own functions instead of EVP: a round is two compressions and two copies of a context on the stack, where
// EVP in OpenSSL 3 allocates. They are deprecated since 3.0, hence the API level.
#define OPENSSL_API_COMPAT 0x10100000L

#include <algorithm>
#include <array>
#include <string>

#include <openssl/sha.h>

#include "xmpp/sasl/hash.hpp"

namespace squall::xmpp::sasl {
namespace {

template <class Context, std::size_t digest_bytes, std::size_t block, int (*init)(Context*),
          int (*update)(Context*, const void*, std::size_t), int (*final)(unsigned char*, Context*)>
class Hmac {
 public:
  static constexpr std::size_t digest_size = digest_bytes;

  /// `key` has at most `block` bytes.
  explicit Hmac(std::string_view key) {
    begin(inner_, key, 0x36);
    begin(outer_, key, 0x5C);
  }

  /// Writes the code of `bytes`, which may be where it is written to.
  void operator()(const unsigned char* bytes, std::size_t size, unsigned char* out) const {
    auto context = inner_;
    update(&context, bytes, size);
    final(out, &context);
    context = outer_;
    update(&context, out, digest_size);
    final(out, &context);
  }

 private:
  static void begin(Context& context, std::string_view key, unsigned char pad) {
    std::array<unsigned char, block> padded{};
    std::copy(key.begin(), key.end(), padded.begin());
    for (auto& octet : padded) octet ^= pad;
    init(&context);
    update(&context, padded.data(), padded.size());
  }

  Context inner_;
  Context outer_;
};

using HmacSha1 = Hmac<SHA_CTX, SHA_DIGEST_LENGTH, SHA_CBLOCK, SHA1_Init, SHA1_Update, SHA1_Final>;
using HmacSha256 = Hmac<SHA256_CTX, SHA256_DIGEST_LENGTH, SHA256_CBLOCK, SHA256_Init, SHA256_Update, SHA256_Final>;
using HmacSha512 = Hmac<SHA512_CTX, SHA512_DIGEST_LENGTH, SHA512_CBLOCK, SHA512_Init, SHA512_Update, SHA512_Final>;

template <class Code>
Digest iterate(std::string_view key, std::string_view salt, std::uint32_t iterations) {
  const Code code{key};
  std::string first{salt};
  first.append("\0\0\0\1", 4);  // INT(1) of RFC 5802
  Digest result;
  result.size = Code::digest_size;
  auto round = result;
  code(reinterpret_cast<const unsigned char*>(first.data()), first.size(), round.octets.data());
  result.octets = round.octets;
  for (std::uint32_t i = 1; i < iterations; ++i) {
    code(round.octets.data(), round.size, round.octets.data());
    result = exclusive_or(result, round);
  }
  return result;
}

/// RFC 2104: a key longer than a block is replaced by its digest.
template <class Code>
Digest derive(Hash hash, std::size_t block, std::string_view password, std::string_view salt,
              std::uint32_t iterations) {
  if (password.size() <= block) return iterate<Code>(password, salt, iterations);
  const auto key = digest(hash, password);
  return iterate<Code>(key.bytes(), salt, iterations);
}

}  // namespace

Digest pbkdf2(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations) {
  switch (hash) {
    case Hash::sha_1:
      return derive<HmacSha1>(hash, SHA_CBLOCK, password, salt, iterations);
    case Hash::sha_256:
      return derive<HmacSha256>(hash, SHA256_CBLOCK, password, salt, iterations);
    case Hash::sha_512:
      return derive<HmacSha512>(hash, SHA512_CBLOCK, password, salt, iterations);
  }
  return {};
}

}  // namespace squall::xmpp::sasl
