#include "xmpp/sasl/hash.hpp"

#include <array>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include "xmpp/sasl/scram_keys.hpp"

namespace squall::xmpp::sasl {
namespace {

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto octet = static_cast<unsigned char>(c);
    out += digits[octet >> 4];
    out += digits[octet & 15];
  }
  return out;
}

/// RFC 6070.
TEST(HashTest, Pbkdf2OfRfc6070) {
  EXPECT_EQ(hex(pbkdf2(Hash::sha_1, "password", "salt", 1).bytes()), "0c60c80f961f0e71f3a9b524af6012062fe037a6");
  EXPECT_EQ(hex(pbkdf2(Hash::sha_1, "password", "salt", 4096).bytes()), "4b007901b765489abead49d926f721d065a429c1");
}

/// RFC 2202 case 2, RFC 4231 case 2.
TEST(HashTest, HmacOfTheRfcs) {
  EXPECT_EQ(hex(hmac(Hash::sha_1, "Jefe", "what do ya want for nothing?").bytes()),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
  EXPECT_EQ(hex(hmac(Hash::sha_256, "Jefe", "what do ya want for nothing?").bytes()),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

std::string reference(const EVP_MD* algorithm, std::string_view password, std::string_view salt, int iterations) {
  std::array<unsigned char, 64> out{};
  const auto size = EVP_MD_get_size(algorithm);
  PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()),
                    reinterpret_cast<const unsigned char*>(salt.data()), static_cast<int>(salt.size()), iterations,
                    algorithm, size, out.data());
  return {reinterpret_cast<const char*>(out.data()), static_cast<std::size_t>(size)};
}

TEST(HashTest, Pbkdf2AgreesWithOpenSslForKeysAroundTheBlockSize) {
  for (const std::size_t size : {1U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
    const std::string password(size, 'p');
    EXPECT_EQ(pbkdf2(Hash::sha_1, password, "salt", 3).bytes(), reference(EVP_sha1(), password, "salt", 3));
    EXPECT_EQ(pbkdf2(Hash::sha_256, password, "salt", 3).bytes(), reference(EVP_sha256(), password, "salt", 3));
    EXPECT_EQ(pbkdf2(Hash::sha_512, password, "salt", 3).bytes(), reference(EVP_sha512(), password, "salt", 3));
  }
}

TEST(HashTest, ComparisonInConstantTimeStillCompares) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

TEST(ScramKeyCacheTest, MayBeSharedByThreads) {
  ScramKeyCache cache{5};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&cache] {
      std::uint64_t rounds = 0;
      for (int k = 0; k < 200; ++k) {
        const auto salt = std::to_string(k % 7);
        const auto keys = cache.get(Hash::sha_1, "pencil", salt, 2, rounds);
        EXPECT_EQ(keys.stored_key.bytes(), derive_scram_keys(Hash::sha_1, "pencil", salt, 2).stored_key.bytes());
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace squall::xmpp::sasl
