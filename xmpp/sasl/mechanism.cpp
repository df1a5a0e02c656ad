#include "xmpp/sasl/mechanism.hpp"

#include <algorithm>
#include <array>

namespace squall::xmpp::sasl {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 12> names{"PLAIN",
                                                 "SCRAM-SHA-1",
                                                 "SCRAM-SHA-256",
                                                 "SCRAM-SHA-512",
                                                 "SCRAM-SHA-1-PLUS",
                                                 "SCRAM-SHA-256-PLUS",
                                                 "SCRAM-SHA-512-PLUS",
                                                 "DIGEST-MD5",
                                                 "ANONYMOUS",
                                                 "EXTERNAL",
                                                 "iq-auth-plain",
                                                 "iq-auth-digest"};
static_assert(static_cast<std::size_t>(Mechanism::iq_auth_digest) + 1 == names.size());

}  // namespace

std::string_view to_string(Mechanism mechanism) {
  return names[static_cast<std::size_t>(mechanism)];
}

std::optional<Mechanism> mechanism(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Mechanism>(found - names.begin());
}

const std::vector<Mechanism>& all_mechanisms() {
  static const std::vector<Mechanism> all{
      Mechanism::external,         Mechanism::scram_sha_512_plus, Mechanism::scram_sha_256_plus,
      Mechanism::scram_sha_1_plus, Mechanism::scram_sha_512,      Mechanism::scram_sha_256,
      Mechanism::scram_sha_1,      Mechanism::digest_md5,         Mechanism::plain,
      Mechanism::iq_auth_digest,   Mechanism::iq_auth_plain,      Mechanism::anonymous};
  return all;
}

bool is_plus(Mechanism mechanism) {
  return to_string(mechanism).ends_with("-PLUS");
}

bool is_scram(Mechanism mechanism) {
  return to_string(mechanism).starts_with("SCRAM-");
}

bool is_iq_auth(Mechanism mechanism) {
  return mechanism == Mechanism::iq_auth_plain || mechanism == Mechanism::iq_auth_digest;
}

bool sends_password(Mechanism mechanism) {
  return mechanism == Mechanism::plain || mechanism == Mechanism::iq_auth_plain;
}

}  // namespace squall::xmpp::sasl
