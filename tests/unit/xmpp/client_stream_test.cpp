#include "xmpp/stream/client_stream.hpp"

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using xmpp::TlsPolicy;
using namespace std::chrono_literals;

xmpp::ClientConfig with_tls(TlsPolicy policy) {
  auto config = without_roster();
  config.tls = policy;
  return config;
}

TEST(ClientStreamTest, LogsInWithPlain) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"X-OTHER", "PLAIN"}));
  d.expect_stage(Stage::auth);
  d.client_sends(plain_auth());
  d.server_sends(success());
  d.expect_stage(Stage::bind);
  d.client_sends(client_header());
  d.server_sends(server_header("id2") + bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.expect_online();
  d.client_sends("<presence/>");
  d.expect_jid("juliet@localhost/balcony");
}

TEST(ClientStreamTest, UsesTheJidThatTheServerBound) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1", "juliet@localhost/balcony-&#38;2"));
  d.client_sends("<presence/>");
  d.expect_online();
  d.expect_jid("juliet@localhost/balcony-&2");
}

TEST(ClientStreamTest, LeavesTheResourceToTheServerIfNoneIsGiven) {
  Dialogue d{without_roster(), {"juliet", "secret", ""}};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends("<iq type='set' id='q1'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>");
  d.server_sends(bind_result("q1", "juliet@localhost/4db06f06"));
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStreamTest, FetchesTheRosterBeforePresence) {
  Dialogue d{client_config()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.expect_stage(Stage::session);
  d.client_sends(roster_request("q2"));
  d.server_sends("<iq type='result' id='q2' from='juliet@localhost'><query xmlns='jabber:iq:roster'/></iq>");
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStreamTest, AServerWithoutRostersCanStillBeUsed) {
  Dialogue d{client_config()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends(roster_request("q2"));
  d.server_sends(
      "<iq type='error' id='q2'><error type='cancel'>"
      "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStreamTest, SendsNoPresenceIfNotWanted) {
  auto config = without_roster();
  config.send_presence = false;
  Dialogue d{config};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.expect_online();
  d.expect_nothing();
}

TEST(ClientStreamTest, EstablishesTheOldSessionWhereItIsRequired) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(
      features("<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"
               "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><required/></bind>"));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.expect_stage(Stage::session);
  d.client_sends(session_request("q2"));
  d.server_sends("<iq type='result' id='q2' from='localhost'/>");
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStreamTest, LeavesTheOldSessionOutWhereItIsOptional) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(
      features("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
               "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>"));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStreamTest, ARefusedSessionEndsTheLogin) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(
      features("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
               "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends(session_request("q2"));
  d.server_sends(
      "<iq type='error' id='q2'><error type='wait'>"
      "<internal-server-error xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::session, session_errc::session_failed, "internal-server-error");
}

TEST(ClientStreamTest, UsesAServerThatMerelyOffersTlsInClear) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(
      server_header() +
      features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
               "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>"));
  d.client_sends(plain_auth());
}

TEST(ClientStreamTest, FailsWhenServerRequiresTlsButPolicyHasItOff) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(
      server_header() +
      features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
               "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>"));
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::tls_required);
}

TEST(ClientStreamTest, NothingButStarttlsOfferedMeansThatTlsIsRequired) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"));
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::tls_required);
}

TEST(ClientStreamTest, FailsWhenServerOffersNoTlsButPolicyRequiresIt) {
  Dialogue d{with_tls(TlsPolicy::required)};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::tls_not_offered);
}

TEST(ClientStreamTest, NegotiatesTlsAndOpensTheStreamAnew) {
  Dialogue d{with_tls(TlsPolicy::if_offered)};
  d.client_sends(client_header());
  d.server_sends(
      server_header() +
      features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
               "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>"));
  d.expect_stage(Stage::tls);
  d.client_sends("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
  d.server_sends("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
  d.expect_start_tls();
  d.tls_is_established();
  d.client_sends(client_header());
  d.server_sends(server_header("id2") + sasl_features({"PLAIN"}));
  d.expect_stage(Stage::auth);
  d.client_sends(plain_auth());
}

TEST(ClientStreamTest, FailsWhenServerRefusesTls) {
  Dialogue d{with_tls(TlsPolicy::required)};
  d.client_sends(client_header());
  d.server_sends(server_header() + features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"));
  d.client_sends("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
  d.server_sends("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::tls, session_errc::tls_failed);
}

TEST(ClientStreamTest, DoesNotGiveThePasswordInClearIfThePolicyForbidsIt) {
  auto config = without_roster();
  config.sasl.plain_in_clear = false;
  Dialogue d{config};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN", "X-OTHER"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "PLAIN X-OTHER");
}

TEST(ClientStreamTest, GivesThePasswordOnASecuredStream) {
  auto config = without_roster();
  config.sasl.plain_in_clear = false;
  Dialogue d{config, {"juliet", "secret", ""}, true};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN"}));
  d.client_sends(plain_auth());
}

TEST(ClientStreamTest, FailsWhenNoMechanismIsOffered) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() + features(""));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism);
}

TEST(ClientStreamTest, APasswordWithForbiddenCharactersIsNotSent) {
  Dialogue d{without_roster(), {"juliet", "bell\x07", ""}};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"SCRAM-SHA-1"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::credentials_invalid);
}

TEST(ClientStreamTest, AWrongPasswordGivesConditionAndTextOfTheServer) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(
      "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/>"
      "<text xml:lang='en'>Wrong &amp; more</text></failure>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized", "Wrong & more");
}

TEST(ClientStreamTest, StreamErrorsAreToldByCondition) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(
      "<stream:error><conflict xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
      "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>Replaced</text></stream:error></stream:stream>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::online, session_errc::stream_error, "conflict", "Replaced");
}

TEST(ClientStreamTest, AStreamErrorInsideASecondHeaderIsUnderstood) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(
      "<stream:stream xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"
      "<stream:error xmlns:stream='http://etherx.jabber.org/streams'>"
      "<bad-format xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::stream_error, "bad-format");
}

TEST(ClientStreamTest, AStreamErrorBehindAHeaderWithoutVersionIsUnderstood) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(
      "<?xml version='1.0'?><stream:stream xmlns:stream='http://etherx.jabber.org/streams' "
      "xmlns='jabber:client' id=''><stream:error>"
      "<system-shutdown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::stream_error, "system-shutdown");
}

TEST(ClientStreamTest, AServerOfOldWithoutVersionIsTold) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends("<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' id='1'>");
  d.time_passes(30s);
  d.expect_failed(Stage::stream, session_errc::unsupported_version);
}

TEST(ClientStreamTest, FeaturesBehindAHeaderWithoutVersionAreRefused) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends("<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' id='1'>" +
                 sasl_features({"PLAIN"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::unsupported_version);
}

TEST(ClientStreamTest, AnotherProtocolIsNotXmpp) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends("<html>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::not_xmpp);
}

TEST(ClientStreamTest, TextThatIsNotXmlIsAnXmlError) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends("HTTP/1.1 400 Bad Request\r\n\r\n");
  d.client_sends(stream_error("not-well-formed") + std::string{stream_end});
  d.expect_failed(Stage::stream, session_errc::xml_error, "not-well-formed");
}

TEST(ClientStreamTest, RestrictedXmlIsAnsweredWithItsStreamError) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<!-- hidden -->");
  d.client_sends(stream_error("restricted-xml") + std::string{stream_end});
  d.expect_failed(Stage::online, session_errc::xml_error, "restricted-xml");
}

TEST(ClientStreamTest, AStanzaOverTheLimitIsAnsweredWithPolicyViolation) {
  auto config = without_roster();
  config.limits.stanza_bytes = 1000;
  Dialogue d{config};
  log_in(d);
  d.server_sends("<message><body>" + std::string(2000, 'x') + "</body></message>");
  d.client_sends(stream_error("policy-violation") + std::string{stream_end});
  d.expect_failed(Stage::online, session_errc::xml_error, "policy-violation");
}

TEST(ClientStreamTest, TheServerClosingOutOfTurnIsAnswered) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(std::string{stream_end});
  d.client_sends(stream_end);
  d.expect_failed(Stage::online, session_errc::stream_closed);
}

TEST(ClientStreamTest, ClosesInOrder) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_closes();
  d.client_sends("<presence type='unavailable'/></stream:stream>");
  d.server_sends("<message from='romeo@localhost'><body>late</body></message></stream:stream>");
  d.expect_event("message{from=romeo@localhost}(body(late))");
  d.expect_closed();
}

TEST(ClientStreamTest, ClosesInTheMiddleOfALogin) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.client_closes();
  d.client_sends(stream_end);
  d.server_sends(success() + std::string{stream_end});
  d.expect_closed();
}

TEST(ClientStreamTest, ClosingTwiceSaysItOnce) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_closes();
  d.client_closes();
  d.client_sends("<presence type='unavailable'/></stream:stream>");
}

TEST(ClientStreamTest, EachStepHasItsOwnTime) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.time_passes(29s);
  d.server_sends(server_header() + sasl_features({"PLAIN"}));
  d.client_sends(plain_auth());
  d.time_passes(29s);
  d.expect_nothing();
  d.time_passes(1s);
  d.expect_failed(Stage::auth, session_errc::timed_out);
}

TEST(ClientStreamTest, OnlineHasNoDeadline) {
  Dialogue d{without_roster()};
  log_in(d);
  EXPECT_FALSE(d.stream().deadline());
  d.time_passes(24h);
  d.expect_nothing();
}

TEST(ClientStreamTest, AnUnexpectedElementInTheLoginEndsIt) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.server_sends(sasl_features({"PLAIN"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::unexpected_element);
}

TEST(ClientStreamTest, FeaturesWithoutBindingEndTheLogin) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(features(""));
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::bind_failed);
}

TEST(ClientStreamTest, ARefusedBindGivesTheServersCondition) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(
      "<iq type='error' id='q1'><error type='cancel'>"
      "<conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
      "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>taken</text></error></iq>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::bind_failed, "conflict", "taken");
}

TEST(ClientStreamTest, ABoundJidThatIsNotAFullJidIsRefused) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1", "juliet@localhost"));
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::bind_failed, "", "juliet@localhost");
}

TEST(ClientStreamTest, MessagesAndPresenceComeAsEvents) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(
      "<message from='romeo@localhost/x' to='juliet@localhost' id='1'><body>hi &lt;3</body></message> "
      "<presence from='romeo@localhost/x'/>");
  d.expect_event("message{from=romeo@localhost/x,id=1,to=juliet@localhost}(body(hi <3))");
  d.expect_event("presence{from=romeo@localhost/x}");
}

TEST(ClientStreamTest, RequestsAreSentOnlyWhileOnline) {
  Dialogue d{without_roster()};
  authenticate(d);
  d.client_asks("get", "", "<ping xmlns='urn:xmpp:ping'/>");
  d.expect_nothing();
  d.server_sends(success());
  d.client_sends(client_header());
  d.server_sends(server_header("id2") + bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/>");
  d.expect_online();
  d.client_closes();
  d.client_sends("<presence type='unavailable'/></stream:stream>");
  d.client_asks("get", "", "<ping xmlns='urn:xmpp:ping'/>");
  d.expect_nothing();
}

TEST(ClientStreamTest, StanzasOfExtensionsThatNobodyAskedForAreIgnored) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<r xmlns='urn:xmpp:sm:3'/><message xmlns='jabber:server'/>");
  d.expect_nothing();
}

}  // namespace
}  // namespace squall::test
