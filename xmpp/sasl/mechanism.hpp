#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace squall::xmpp::sasl {

/// Spec: RFC 4616 (PLAIN), RFC 5802 and 7677 (SCRAM).
enum class Mechanism : std::uint8_t { plain, scram_sha_1, scram_sha_256 };

std::string_view to_string(Mechanism mechanism);
/// The mechanism registered under that name, if we have it.
std::optional<Mechanism> mechanism(std::string_view name);

/// What a login may use. The first one of `allowed` that the server offers is taken.
struct Policy {
  std::vector<Mechanism> allowed{Mechanism::scram_sha_256, Mechanism::scram_sha_1, Mechanism::plain};
  bool plain_in_clear = true;              ///< PLAIN without TLS
  std::uint32_t max_iterations = 1000000;  ///< a server that asks for more is refused
};

}  // namespace squall::xmpp::sasl
