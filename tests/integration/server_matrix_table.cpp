#include "tests/integration/server_matrix_table.hpp"

// The one table: each row says what a mechanism comes to, and where it is not success, why.

namespace squall::test {
namespace {

constexpr Expectation online{"online", ""};
// Both are online, but the server makes their addresses, and messages go to those that users of a number have.
constexpr Expectation online_as_somebody_else{"online", "", false};

// The server does not offer it (there).
constexpr Expectation not_offered{"auth", "no-mechanism"};
// The command line contradicts itself: channel binding and client certificates need TLS.
constexpr Expectation contradiction{"", "--mechanism"};
constexpr Expectation certificate_without_tls{"", "--client-cert"};

constexpr std::array jabberd2_mechanisms{
    MechanismRow{"", online, online, online},
    MechanismRow{"PLAIN", online, online, online},
    MechanismRow{"DIGEST-MD5", online, online, online},
    MechanismRow{"SCRAM-SHA-1", online, online, online},
    MechanismRow{"SCRAM-SHA-256", online, online, online},
    // GNU SASL 2.2, which does its SASL, has none.
    MechanismRow{"SCRAM-SHA-512", not_offered, not_offered, not_offered},
    // GNU SASL would, but c2s gives it no channel binding.
    MechanismRow{"SCRAM-SHA-1-PLUS", contradiction, not_offered, not_offered},
    MechanismRow{"SCRAM-SHA-256-PLUS", contradiction, not_offered, not_offered},
    MechanismRow{"SCRAM-SHA-512-PLUS", contradiction, not_offered, not_offered},
    MechanismRow{"ANONYMOUS", online_as_somebody_else, online_as_somebody_else, online_as_somebody_else},
    MechanismRow{"EXTERNAL", certificate_without_tls, online, online},
    MechanismRow{"iq-auth-plain", online, online, online},
    MechanismRow{"iq-auth-digest", online, online, online},
};

// Offered over TLS 1.3 too, but tls-unique is the only binding it knows, and TLS 1.3 has none: issue of 23.01.
constexpr Expectation unknown_binding{"auth", "auth-failed: not-authorized"};

constexpr std::array ejabberd_mechanisms{
    MechanismRow{"", online, online, online},
    MechanismRow{"PLAIN", online, online, online},
    MechanismRow{"DIGEST-MD5", online, online, online},
    MechanismRow{"SCRAM-SHA-1", online, online, online},
    MechanismRow{"SCRAM-SHA-256", online, online, online},
    MechanismRow{"SCRAM-SHA-512", online, online, online},
    MechanismRow{"SCRAM-SHA-1-PLUS", contradiction, online, unknown_binding},
    MechanismRow{"SCRAM-SHA-256-PLUS", contradiction, online, unknown_binding},
    MechanismRow{"SCRAM-SHA-512-PLUS", contradiction, online, unknown_binding},
    MechanismRow{"ANONYMOUS", online_as_somebody_else, online_as_somebody_else, online_as_somebody_else},
    MechanismRow{"EXTERNAL", certificate_without_tls, online, online},
    MechanismRow{"iq-auth-plain", online, online, online},
    MechanismRow{"iq-auth-digest", online, online, online},
};

constexpr std::array prosody_mechanisms{
    MechanismRow{"", online, online, online},
    MechanismRow{"PLAIN", online, online, online},
    // Removed in 0.12.
    MechanismRow{"DIGEST-MD5", not_offered, not_offered, not_offered},
    MechanismRow{"SCRAM-SHA-1", online, online, online},
    MechanismRow{"SCRAM-SHA-256", online, online, online},
    MechanismRow{"SCRAM-SHA-512", not_offered, not_offered, not_offered},
    // tls-unique alone, which TLS 1.3 does not have: not offered there.
    MechanismRow{"SCRAM-SHA-1-PLUS", contradiction, online, not_offered},
    MechanismRow{"SCRAM-SHA-256-PLUS", contradiction, online, not_offered},
    MechanismRow{"SCRAM-SHA-512-PLUS", contradiction, not_offered, not_offered},
    MechanismRow{"ANONYMOUS", online_as_somebody_else, online_as_somebody_else, online_as_somebody_else},
    // Between servers only; for clients it takes a module from elsewhere.
    MechanismRow{"EXTERNAL", certificate_without_tls, not_offered, not_offered},
    MechanismRow{"iq-auth-plain", online, online, online},
    // It has no field for a digest, and answers one with a result without logging anybody in: never to be sent.
    MechanismRow{"iq-auth-digest", not_offered, not_offered, not_offered},
};

/// The same for each server but for two reasons: what it sends of the chain decides what a verifier misses in it, and a
/// name that it has no certificate for is a mismatch, or refused by the server itself.
constexpr std::array<PolicyRow, 15> policies(Expectation untrusted, Expectation wrong_name) {
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
      // EXTERNAL is for those who have a certificate.
      PolicyRow{"main", "starttls", "--ca {ca} --mechanism EXTERNAL", {"", "--client-cert"}},
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
