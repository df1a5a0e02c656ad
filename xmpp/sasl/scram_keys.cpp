#include "xmpp/sasl/scram_keys.hpp"

#include <string>

namespace squall::xmpp::sasl {
namespace {

/// Lengths stand in front, so that no two triples give the same input.
Digest lookup_digest(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations) {
  std::string input;
  input.append(std::to_string(static_cast<int>(hash))).append(",").append(std::to_string(iterations));
  input.append(",").append(std::to_string(password.size())).append(",").append(password).append(salt);
  return digest(Hash::sha_256, input);
}

}  // namespace

ScramKeys derive_scram_keys(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations) {
  const auto salted = pbkdf2(hash, password, salt, iterations);
  ScramKeys keys;
  keys.client_key = hmac(hash, salted.bytes(), "Client Key");
  keys.stored_key = digest(hash, keys.client_key.bytes());
  keys.server_key = hmac(hash, salted.bytes(), "Server Key");
  return keys;
}

ScramKeys ScramKeyCache::get(Hash hash, std::string_view password, std::string_view salt, std::uint32_t iterations,
                             std::uint64_t& rounds) {
  const Key key{lookup_digest(hash, password, salt, iterations)};
  {
    const std::lock_guard lock{mutex_};
    if (const auto found = entries_.find(key); found != entries_.end()) return found->second;
  }
  const auto keys = derive_scram_keys(hash, password, salt, iterations);
  rounds += iterations;
  const std::lock_guard lock{mutex_};
  if (entries_.size() >= max_entries_) entries_.clear();
  entries_.emplace(key, keys);
  return keys;
}

std::size_t ScramKeyCache::size() const {
  const std::lock_guard lock{mutex_};
  return entries_.size();
}

}  // namespace squall::xmpp::sasl
