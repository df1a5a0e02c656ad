#include <string>

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// Servers that mean ill, or have lost their mind.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using xmpp::sasl::Mechanism;

constexpr std::string_view abort_and_end = "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/></stream:stream>";
constexpr std::string_view salt_and_count = ",s=QSXCR+Q6sek8bf92,i=1";

/// The client's proof for r=clientnonceX and salt_and_count.
constexpr std::string_view client_final = "c=biws,r=clientnonceX,p=2gFuh/7Ujhlsw+ztGB/dpI1Znb0=";

xmpp::ClientConfig scram() {
  auto config = without_roster();
  config.sasl.allowed = {Mechanism::scram_sha_1};
  return config;
}

/// Up to the server's challenge.
void begin_scram(Dialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"SCRAM-SHA-1"}));
  d.client_sends(auth("SCRAM-SHA-1", "n,,n=juliet,r=clientnonce"));
}

void expect_aborted(const std::string& line, session_errc code, std::string_view condition = {},
                    std::string_view text = {}) {
  Dialogue d{scram()};
  begin_scram(d);
  d.server_sends(line);
  d.client_sends(abort_and_end);
  d.expect_failed(Stage::auth, code, condition, text);
}

TEST(HostileServerTest, AnAbsurdIterationCountIsNotComputed) {
  const std::string first = "r=clientnonceX,s=QSXCR+Q6sek8bf92,i=2000000000";
  expect_aborted(challenge(first), session_errc::protocol_limit, "", first);
}

TEST(HostileServerTest, ANonceThatDoesNotExtendOursIsNotTrusted) {
  expect_aborted(challenge("r=othernonce" + std::string{salt_and_count}), session_errc::server_not_verified);
  expect_aborted(challenge("r=clientnonce" + std::string{salt_and_count}), session_errc::server_not_verified);
}

TEST(HostileServerTest, AChallengeThatIsNoneIsInvalid) {
  for (const std::string text : {"", "x", "r=clientnonceX", "m=must,r=clientnonceX,s=QQ==,i=1"}) {
    expect_aborted(challenge(text), session_errc::challenge_invalid);
  }
  expect_aborted("<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>!</challenge>", session_errc::challenge_invalid);
}

TEST(HostileServerTest, AHugeChallengeIsInvalid) {
  expect_aborted(challenge("r=clientnonce" + std::string(100000, 'x') + std::string{salt_and_count}),
                 session_errc::challenge_invalid);
}

void expect_not_verified(const std::string& line) {
  Dialogue d{scram()};
  begin_scram(d);
  d.server_sends(challenge("r=clientnonceX" + std::string{salt_and_count}));
  d.client_sends(response(client_final));
  d.server_sends(line);
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::server_not_verified);
}

TEST(HostileServerTest, SuccessNeedsTheServersSignature) {
  expect_not_verified(success());
  expect_not_verified("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>=</success>");
  expect_not_verified(success("v=rmF9pqV8S7suAoZWja4dJRkFsKQ="));
  expect_not_verified(success("v="));
  expect_not_verified(success("something else"));
  expect_not_verified("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>dj1!</success>");
}

TEST(HostileServerTest, SuccessWithoutAnyChallengeIsNotTrusted) {
  Dialogue d{scram()};
  begin_scram(d);
  d.server_sends(success("v=rmF9pqV8S7suAoZWja4dJRkFsKQ="));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::server_not_verified);
}

TEST(HostileServerTest, AnErrorInsideTheMechanismIsAFailedLogin) {
  Dialogue d{scram()};
  begin_scram(d);
  d.server_sends(challenge("r=clientnonceX" + std::string{salt_and_count}));
  d.client_sends(response(client_final));
  d.server_sends(challenge("e=invalid-proof"));
  d.client_sends(abort_and_end);
  d.expect_failed(Stage::auth, session_errc::auth_failed, "invalid-proof");
}

TEST(HostileServerTest, ChallengesWithoutEndAreAborted) {
  Dialogue d{scram()};
  begin_scram(d);
  d.server_sends(challenge("r=clientnonceX" + std::string{salt_and_count}));
  d.client_sends(response(client_final));
  d.server_sends(challenge("r=clientnonceX" + std::string{salt_and_count}));
  d.client_sends(abort_and_end);
  d.expect_failed(Stage::auth, session_errc::server_not_verified);
}

TEST(HostileServerTest, OnlyTheBeginningOfLongWordsIsKept) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<stream:error><" + std::string(500, 'c') + " xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>" +
                 "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>x" +
                 [] {
                   std::string euros;
                   for (int i = 0; i < 500; ++i) euros += "\u20AC";
                   return euros;
                 }() +
                 "</text></stream:error>");
  d.client_sends(stream_end);
  EXPECT_EQ(d.stream().failure().condition.size(), 64U);
  EXPECT_EQ(d.stream().failure().text.size(), 256U);  // x and 85 whole characters of three bytes
  d.expect_failed(Stage::online, session_errc::stream_error, d.stream().failure().condition, d.stream().failure().text);
}

TEST(HostileServerTest, ManyMechanismsAreListedInPart) {
  std::string mechanisms{"<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"};
  for (int i = 0; i < 2000; ++i) mechanisms += "<mechanism>X-" + std::to_string(i) + "</mechanism>";
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + features(mechanisms + "</mechanisms>"));
  d.client_sends(stream_end);
  EXPECT_LE(d.stream().failure().text.size(), 256U);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", d.stream().failure().text);
}

TEST(HostileServerTest, DepthWithoutEndIsAPolicyViolation) {
  std::string deep{"<message>"};
  for (int i = 0; i < 100; ++i) deep += "<a>";
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(deep);
  d.client_sends(stream_error("policy-violation") + std::string{stream_end});
  d.expect_failed(Stage::online, session_errc::xml_error, "policy-violation");
}

TEST(HostileServerTest, AJidOfMoreThanAllPartsMayHaveIsRefused) {
  const auto jid = "juliet@localhost/" + std::string(1024, 'x');
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1", jid));
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::bind_failed, "", jid.substr(0, 256));
}

TEST(HostileServerTest, ASecondHeaderInAnOpenStreamIsIgnoredOrRefused) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends("<stream:stream xmlns:stream='http://etherx.jabber.org/streams'/>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::unexpected_element);
}

TEST(HostileServerTest, AFloodOfRequestsIsAnsweredOneByOne) {
  std::string flood;
  std::string answers;
  for (int i = 0; i < 200; ++i) {
    const auto id = std::to_string(i);
    flood += "<iq type='get' id='" + id + "'><ping xmlns='urn:xmpp:ping'/></iq>";
    answers += "<iq type='result' id='" + id + "'/>";
  }
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(flood);
  d.client_sends(answers);
}

TEST(HostileServerTest, SuccessTwiceIsRefused) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(success());
  d.client_sends(client_header());
  d.server_sends(server_header("id2") + success());
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::unexpected_element);
}

TEST(HostileServerTest, WhatFollowsSuccessBelongsToTheNewStream) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(success() + "<message from='mallory@localhost'><body>x</body></message>");
  d.client_sends(client_header() + std::string{stream_end});
  d.expect_failed(Stage::bind, session_errc::not_xmpp);
}

}  // namespace
}  // namespace squall::test
