#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace squall::xmpp::sasl {

enum class Hash : std::uint8_t { sha_1, sha_256, sha_512 };

/// A digest of any of the hashes, by value.
struct Digest {
  std::array<std::uint8_t, 64> octets{};
  std::size_t size = 0;

  std::string_view bytes() const { return {reinterpret_cast<const char*>(octets.data()), size}; }
};

Digest digest(Hash hash, std::string_view bytes);
/// RFC 1321; for DIGEST-MD5 alone, whose rules ask for it.
Digest md5(std::string_view bytes);
Digest hmac(Hash hash, std::string_view key, std::string_view bytes);
/// PBKDF2 with HMAC and one block of output: Hi() of RFC 5802 section 2.2. `iterations` at least 1.
Digest pbkdf2(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations);
/// Lower-case hexadecimal digits.
std::string hex(const Digest& digest);
/// Byte by byte; both must have the same size.
Digest exclusive_or(const Digest& a, const Digest& b);
/// In time that depends on the sizes only.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace squall::xmpp::sasl
