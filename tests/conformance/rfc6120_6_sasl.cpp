#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6120 section 6: SASL negotiation.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using xmpp::sasl::Mechanism;

constexpr std::string_view ns = "urn:ietf:params:xml:ns:xmpp-sasl";

void expect_failure(const std::string& auth_element, std::string_view condition) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(auth_element);
  d.server_sends(sasl_failure(condition));
}

TEST(Rfc6120Section6_5, AMechanismThatIsNotOfferedIsInvalid) {
  expect_failure(auth("DIGEST-MD5", ""), "invalid-mechanism");
  expect_failure(auth("plain", "\0a\0b"), "invalid-mechanism");
  expect_failure("<auth xmlns='" + std::string{ns} + "'/>", "invalid-mechanism");
}

TEST(Rfc6120Section6_5, DataThatIsNotBase64IsIncorrectlyEncoded) {
  expect_failure("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'>!!!!</auth>", "incorrect-encoding");
  expect_failure("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'>AGE AYg==</auth>", "incorrect-encoding");
}

TEST(Rfc6120Section6_5, DataThatTheMechanismCannotReadIsMalformed) {
  expect_failure(auth("PLAIN", "no zero bytes"), "malformed-request");
  expect_failure(auth("SCRAM-SHA-1", "n,,r=nonce"), "malformed-request");
  expect_failure("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'>=</auth>", "malformed-request");
}

TEST(Rfc6120Section6_5, HugeDataIsMalformed) {
  expect_failure(auth("PLAIN", std::string(10000, 'x')), "malformed-request");
}

TEST(Rfc6120Section6_5, AnAuthorizationIdentityOfSomebodyElseIsInvalid) {
  expect_failure(auth("PLAIN", std::string_view{"romeo@localhost\0juliet\0secret", 29}), "invalid-authzid");
}

TEST(Rfc6120Section6_5, WrongPasswordIsNotAuthorized) {
  expect_failure(plain_auth("juliet", "x"), "not-authorized");
}

TEST(Rfc6120Section6_3_8, OwnBareJidIsALegalAuthorizationIdentity) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(auth("PLAIN", std::string_view{"juliet@localhost\0juliet\0secret", 30}));
  d.server_sends(success());
}

TEST(Rfc6120Section6_4_2, WithoutInitialResponseTheServerChallengesWithNothing) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'/>");
  d.server_sends(challenge(""));
  d.client_sends(response(std::string_view{"\0juliet\0secret", 14}));
  d.server_sends(success());
}

TEST(Rfc6120Section6_4_4, AbortEndsTheAttemptAndAnotherMayFollow) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'/>");
  d.server_sends(challenge(""));
  d.client_sends("<abort xmlns='" + std::string{ns} + "'/>");
  d.server_sends(sasl_failure("aborted"));
  d.client_sends(plain_auth());
  d.server_sends(success());
}

TEST(Rfc6120Section6_4, AResponseWithoutAuthIsMalformed) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(response("x"));
  d.server_sends(sasl_failure("malformed-request"));
}

TEST(Rfc6120Section6_4, AuthInTheMiddleOfAnExchangeIsMalformed) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends("<auth xmlns='" + std::string{ns} + "' mechanism='PLAIN'/>");
  d.server_sends(challenge(""));
  d.client_sends(plain_auth());
  d.server_sends(sasl_failure("malformed-request"));
}

TEST(Rfc6120Section6_4_6, TheStreamAfterSuccessHasAnIdOfItsOwnAndOffersNoSasl) {
  ServerDialogue d{server_config()};
  authenticate(d);  // checks id1r and the features
}

TEST(Rfc6120Section6_3_3, TheClientTakesItsFirstChoiceThatIsOffered) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256"}));
  d.client_sends(auth("SCRAM-SHA-256", "n,,n=juliet,r=clientnonce"));
}

TEST(Rfc6120Section6_3_3, MechanismNamesAreComparedByCase) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"plain"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "plain");
}

TEST(Rfc6120Section6_4_3, AChallengeThatPlainDoesNotHaveIsAborted) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(challenge("what?"));
  d.client_sends("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/></stream:stream>");
  d.expect_failed(Stage::auth, session_errc::challenge_invalid);
}

}  // namespace
}  // namespace squall::test
