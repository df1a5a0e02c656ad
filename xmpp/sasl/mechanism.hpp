#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace squall::xmpp::sasl {

/// Ways to log in. `iq_auth_*` are no SASL mechanisms but XEP-0078, which came before it.
/// Spec: RFC 4616 (PLAIN), RFC 5802 and 7677 (SCRAM), RFC 2831 (DIGEST-MD5), RFC 4505 (ANONYMOUS),
/// RFC 4422 appendix A with XEP-0178 (EXTERNAL).
enum class Mechanism : std::uint8_t {
  plain,
  scram_sha_1,
  scram_sha_256,
  scram_sha_512,
  scram_sha_1_plus,
  scram_sha_256_plus,
  scram_sha_512_plus,
  digest_md5,
  anonymous,
  external,
  iq_auth_plain,
  iq_auth_digest,
};

/// Its registered name; iq-auth-plain and iq-auth-digest for those that have none.
std::string_view to_string(Mechanism mechanism);
/// The mechanism of that name, if we have it.
std::optional<Mechanism> mechanism(std::string_view name);
/// All of them, strongest first.
const std::vector<Mechanism>& all_mechanisms();

/// True for SCRAM with channel binding.
bool is_plus(Mechanism mechanism);
bool is_scram(Mechanism mechanism);
/// True for XEP-0078.
bool is_iq_auth(Mechanism mechanism);
/// True if whoever listens gets the password.
bool sends_password(Mechanism mechanism);

/// What a login may use. The first one of `allowed` that the server offers is taken. One alone is forced: it is tried
/// even where it is known to fail.
struct Policy {
  /// ANONYMOUS and EXTERNAL are for those that ask for them.
  std::vector<Mechanism> allowed{Mechanism::scram_sha_512_plus, Mechanism::scram_sha_256_plus,
                                 Mechanism::scram_sha_1_plus,   Mechanism::scram_sha_512,
                                 Mechanism::scram_sha_256,      Mechanism::scram_sha_1,
                                 Mechanism::digest_md5,         Mechanism::plain,
                                 Mechanism::iq_auth_digest,     Mechanism::iq_auth_plain};
  bool plain_in_clear = true;              ///< mechanisms that send the password, without TLS
  std::uint32_t min_iterations = 4096;     ///< a server that asks for fewer is refused: RFC 7677 section 4
  std::uint32_t max_iterations = 1000000;  ///< a server that asks for more is refused
};

}  // namespace squall::xmpp::sasl
