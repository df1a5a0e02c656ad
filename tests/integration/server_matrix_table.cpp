#include "tests/integration/server_matrix_table.hpp"

// The one table: each row says what a mechanism comes to, and where it is not success, why.

namespace squall::test {
namespace {

constexpr Expectation online{"online", ""};

constexpr std::array jabberd2_mechanisms{
    MechanismRow{"", online, online, online},
};

constexpr std::array ejabberd_mechanisms{
    MechanismRow{"", online, online, online},
};

constexpr std::array prosody_mechanisms{
    MechanismRow{"", online, online, online},
};

/// The same for each server but for two reasons: what it sends of the chain decides what a verifier misses in it, and a
/// name that it has no certificate for is a mismatch, or refused by the server itself.
constexpr std::array<PolicyRow, 14> policies(Expectation untrusted, Expectation wrong_name) {
  return {
      PolicyRow{"tls_required", "off", "", {"stream", "tls-required"}},
      PolicyRow{"tls_required", "starttls", "--ca {ca}", online},
      PolicyRow{"tls_required", "required", "--ca {ca}", online},
      PolicyRow{"no_tls", "off", "", online},
      PolicyRow{"no_tls", "starttls", "--ca {ca}", online},
      PolicyRow{"no_tls", "required", "--ca {ca}", {"stream", "tls-not-offered"}},
      // Nobody trusts the recipe's authority unless told to.
      PolicyRow{"main", "starttls", "", untrusted},
      PolicyRow{"main", "direct", "", untrusted},
      PolicyRow{"main", "starttls", "--insecure", online},
      PolicyRow{"main", "direct", "--insecure", online},
      PolicyRow{"main", "starttls", "--ca {ca} --domain elsewhere.localhost", {"stream", "stream-error: host-unknown"}},
      PolicyRow{"main", "direct", "--ca {ca} --domain elsewhere.localhost", wrong_name},
      PolicyRow{"main", "starttls", "--ca {ca} --tls-resume", online},
      PolicyRow{"main", "direct", "--ca {ca} --tls-resume", online},
  };
}

constexpr Expectation self_signed_in_chain{"tls", "tls-failed: self-signed-certificate-in-certificate-chain"};
constexpr Expectation no_issuer{"tls", "tls-failed: unable-to-get-local-issuer-certificate"};
constexpr Expectation mismatch{"tls", "tls-failed: hostname-mismatch"};
constexpr Expectation unrecognized{"tls", "tls-failed: unrecognized-name"};
constexpr auto jabberd2_policies = policies(self_signed_in_chain, mismatch);
constexpr auto ejabberd_policies = policies(self_signed_in_chain, mismatch);
constexpr auto prosody_policies = policies(no_issuer, unrecognized);

// A connection that gets the descriptor of one just closed is closed as well, or its session is refused.
constexpr std::array<std::string_view, 5> jabberd2_transient{
    "connection-lost", "tls-failed: closed-during-the-handshake", "stream-error: internal-server-error",
    "auth-failed: internal-server-error", "bind-failed: internal-server-error"};

constexpr std::array tables{
    ServerTable{"jabberd2", jabberd2_mechanisms, jabberd2_policies, jabberd2_transient},
    ServerTable{"ejabberd", ejabberd_mechanisms, ejabberd_policies, {}},
    ServerTable{"prosody", prosody_mechanisms, prosody_policies, {}},
};

}  // namespace

std::span<const ServerTable> server_matrix() {
  return tables;
}

}  // namespace squall::test
