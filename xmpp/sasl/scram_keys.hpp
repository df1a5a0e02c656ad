#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include "xmpp/sasl/hash.hpp"

namespace squall::xmpp::sasl {

/// What both ends of SCRAM derive from password, salt and iteration count. Spec: RFC 5802 section 3.
struct ScramKeys {
  Digest client_key;
  Digest stored_key;
  Digest server_key;
};

/// `password`: prepared. Cost: `iterations` rounds of HMAC, a millisecond for the usual 4,096.
ScramKeys derive_scram_keys(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations);

/// Keys that were derived before, for sessions to share. Holds no passwords: they are looked up by a digest.
/// Thread-safe. Full, it forgets everything and starts anew, so that servers that send a fresh salt at each login
/// (and so never hit) cost bounded memory.
class ScramKeyCache {
 public:
  explicit ScramKeyCache(std::size_t max_entries = 4096) : max_entries_(max_entries) {}

  /// Adds the rounds that had to be computed to `rounds`.
  ScramKeys get(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations,
                std::uint64_t& rounds);
  std::size_t size() const;

 private:
  struct Key {
    Digest digest;
    bool operator==(const Key& other) const { return digest.bytes() == other.digest.bytes(); }
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return std::hash<std::string_view>{}(key.digest.bytes()); }
  };

  mutable std::mutex mutex_;
  std::unordered_map<Key, ScramKeys, KeyHash> entries_;
  std::size_t max_entries_;
};

}  // namespace squall::xmpp::sasl
