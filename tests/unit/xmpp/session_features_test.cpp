#include <string>

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"
#include "xmpp/sasl/base64.hpp"

/// What a session may have beyond RFC 6120: XEP-0198, 0280, 0352, 0386 and 0388.
namespace squall::test {
namespace {

using xmpp::ClientConfig;
using xmpp::session_errc;
using xmpp::Stage;

constexpr std::string_view bind_offer = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>";
constexpr std::string_view sm_offer = "<sm xmlns='urn:xmpp:sm:3'/>";
constexpr std::string_view enable = "<enable xmlns='urn:xmpp:sm:3' resume='true'/>";
constexpr std::string_view enabled = "<enabled xmlns='urn:xmpp:sm:3' id='s1' resume='true' max='300'/>";
constexpr std::string_view request = "<r xmlns='urn:xmpp:sm:3'/>";

ClientConfig managed() {
  auto config = without_roster();
  config.stream_management = true;
  config.unacked_limit = 3;
  return config;
}

/// Up to the answer to <enable/>.
void ask_for_management(Dialogue& d) {
  restart(d);
  d.server_sends(features(std::string{bind_offer} + std::string{sm_offer}));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends(enable);
}

void log_in_managed(Dialogue& d) {
  ask_for_management(d);
  d.server_sends(std::string{enabled});
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(StreamManagementTest, IsEnabledBeforePresence) {
  Dialogue d{managed()};
  log_in_managed(d);
  EXPECT_TRUE(d.stream().is_managed());
}

TEST(StreamManagementTest, WithoutTheOfferNothingIsAsked) {
  Dialogue d{managed()};
  log_in(d);
  EXPECT_FALSE(d.stream().is_managed());
}

/// jabberd2 offers a draft of 2008 and answers nothing else.
TEST(StreamManagementTest, ADraftIsNoOffer) {
  Dialogue d{managed()};
  restart(d);
  d.server_sends(features(std::string{bind_offer} + "<ack xmlns='http://www.xmpp.org/extensions/xep-0198.html#ns'/>" +
                          "<sm xmlns='urn:xmpp:sm:2'/>"));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(StreamManagementTest, ARefusalDoesNotEndTheLogin) {
  Dialogue d{managed()};
  ask_for_management(d);
  d.server_sends(
      "<failed xmlns='urn:xmpp:sm:3'><unexpected-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>");
  d.client_sends("<presence/>");
  d.expect_online();
  EXPECT_FALSE(d.stream().is_managed());
}

TEST(StreamManagementTest, NoAnswerTimesOut) {
  Dialogue d{managed()};
  ask_for_management(d);
  d.time_passes(std::chrono::seconds{30});
  d.expect_failed(Stage::session, session_errc::timed_out);
}

TEST(StreamManagementTest, StanzasAreCountedAndNothingElse) {
  Dialogue d{managed()};
  log_in_managed(d);
  d.server_sends(std::string{request});
  d.client_sends("<a xmlns='urn:xmpp:sm:3' h='0'/>");
  d.server_sends("<message from='romeo@localhost'><body>x</body></message> <presence from='romeo@localhost'/>");
  d.expect_event("message{from=romeo@localhost}(body(x))");
  d.expect_event("presence{from=romeo@localhost}");
  d.server_sends(std::string{request});
  d.client_sends("<a xmlns='urn:xmpp:sm:3' h='2'/>");
}

TEST(StreamManagementTest, SentStanzasWaitForTheirAcknowledgement) {
  Dialogue d{managed()};
  log_in_managed(d);  // <presence/> is the first of three
  d.client_asks("get", "", "<ping xmlns='urn:xmpp:ping'/>");
  d.client_sends("<iq type='get' id='q2'><ping xmlns='urn:xmpp:ping'/></iq>");
  EXPECT_TRUE(d.stream().has_room());
  d.client_asks("get", "", "<ping xmlns='urn:xmpp:ping'/>");
  d.client_sends("<iq type='get' id='q3'><ping xmlns='urn:xmpp:ping'/></iq>");
  EXPECT_FALSE(d.stream().has_room());
  d.server_sends("<a xmlns='urn:xmpp:sm:3' h='2'/>");
  EXPECT_TRUE(d.stream().has_room());
}

TEST(StreamManagementTest, AcknowledgingMoreThanWasSentEndsTheStream) {
  Dialogue d{managed()};
  log_in_managed(d);
  d.server_sends("<a xmlns='urn:xmpp:sm:3' h='2'/>");
  d.client_sends(
      "<stream:error><undefined-condition xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
      "<handled-count-too-high xmlns='urn:xmpp:sm:3' h='2' send-count='1'/></stream:error></stream:stream>");
  d.expect_failed(Stage::online, session_errc::unexpected_element);
}

TEST(StreamManagementTest, AnAcknowledgementWithoutACountEndsTheStream) {
  for (const std::string count : {"", "x", "-1", "99999999999"}) {
    Dialogue d{managed()};
    log_in_managed(d);
    d.server_sends("<a xmlns='urn:xmpp:sm:3' h='" + count + "'/>");
    d.client_sends(stream_end);
    d.expect_failed(Stage::online, session_errc::unexpected_element);
  }
}

/// A session of which one message is known to have arrived and one is not.
std::unique_ptr<xmpp::ManagedSession> interrupted() {
  auto session = std::make_unique<xmpp::ManagedSession>(
      xmpp::ManagedSession{"s1", "juliet@localhost/balcony", 7, xmpp::UnackedQueue{10}, 0});
  session->unacked.push("<message id='m1'/>");
  session->unacked.push("<message id='m2'/>");
  return session;
}

/// Up to the answer to <resume/>. Not a Dialogue: what is to be resumed is used up by the first.
class Resuming : public testing::Test {
 protected:
  Resuming() : config_(managed()), client_(config_, {"juliet", "secret", "balcony"}) {
    client_.stream.resume(interrupted());
    client_.stream.start(client_.now, client_.out);
    client_.receive(server_header() + sasl_features({"PLAIN"}));
    client_.receive(success());
    client_.receive(server_header("id2") + features(std::string{bind_offer} + std::string{sm_offer}));
    EXPECT_TRUE(client_.out.ends_with("<resume xmlns='urn:xmpp:sm:3' previd='s1' h='7'/>")) << client_.out;
    client_.out.clear();
  }

  ClientConfig config_;
  ClientPlayer client_;
};

TEST_F(Resuming, GoesOnAndSendsAgainWhatDidNotArrive) {
  client_.receive("<resumed xmlns='urn:xmpp:sm:3' previd='s1' h='1'/>");
  EXPECT_EQ(client_.log.back(), "resumed");
  EXPECT_EQ(client_.out, "<message id='m2'/>" + std::string{request});
  EXPECT_EQ(client_.stream.jid(), "juliet@localhost/balcony");
  client_.out.clear();
  client_.receive("<message/>" + std::string{request});
  EXPECT_EQ(client_.out, "<a xmlns='urn:xmpp:sm:3' h='8'/>");
}

TEST_F(Resuming, BindsAnewWhereTheSessionIsGone) {
  client_.receive("<failed xmlns='urn:xmpp:sm:3'/>");
  EXPECT_EQ(client_.out, bind_request("q1"));
  client_.receive(bind_result("q1"));
  client_.receive(std::string{enabled});
  EXPECT_EQ(client_.log.back(), "online");
}

TEST_F(Resuming, CanBeTriedAgainIfTheConnectionIsLostMeanwhile) {
  client_.lose_connection();
  client_.drain();
  const auto session = client_.stream.take_session();
  ASSERT_TRUE(session);
  EXPECT_EQ(session->id, "s1");
  EXPECT_EQ(session->unacked.size(), 2U);
}

TEST_F(Resuming, AnotherSessionThanOursIsNotTaken) {
  client_.receive("<resumed xmlns='urn:xmpp:sm:3' previd='s2' h='1'/>");
  EXPECT_EQ(client_.log.back(), "failed bind unexpected-element [] []");
}

TEST_F(Resuming, ACountThatIsTooHighIsNotBelieved) {
  client_.receive("<resumed xmlns='urn:xmpp:sm:3' previd='s1' h='3'/>");
  EXPECT_EQ(client_.log.back(), "failed bind unexpected-element [] []");
}

TEST(UnackedQueueTest, CountsPastTwoToTheThirtyTwo) {
  xmpp::UnackedQueue queue{2};
  for (int i = 0; i < 5; ++i) queue.push("x");
  EXPECT_EQ(queue.size(), 2U) << "the oldest are forgotten";
  EXPECT_TRUE(queue.acknowledge(4));
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_FALSE(queue.acknowledge(3)) << "a count does not go back";
  EXPECT_FALSE(queue.acknowledge(6));
  EXPECT_TRUE(queue.acknowledge(5));
  EXPECT_EQ(queue.size(), 0U);
}

TEST(ServerManagementTest, CountsAcknowledgesAndResumesNothing) {
  auto config = server_config();
  config.stream_management = config.client_state = true;
  ServerDialogue d{config};
  open(d);
  d.client_sends(plain_auth());
  d.server_sends(success());
  d.client_sends(client_header());
  d.server_sends(server_header("id1r") +
                 features(std::string{bind_offer} +
                          "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>" +
                          std::string{sm_offer} + "<csi xmlns='urn:xmpp:csi:0'/>"));
  d.client_sends("<resume xmlns='urn:xmpp:sm:3' previd='s1' h='7'/>");
  d.server_sends(
      "<failed xmlns='urn:xmpp:sm:3'><item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>");
  d.client_sends(bind_request("b1"));
  d.expect_event("bind balcony");
  d.server_binds("juliet@localhost/balcony");
  d.server_sends(bind_result("b1"));
  d.client_sends(std::string{enable});
  d.server_sends("<enabled xmlns='urn:xmpp:sm:3'/>");
  d.client_sends("<presence/><inactive xmlns='urn:xmpp:csi:0'/>" + std::string{request});
  d.expect_event("presence");
  d.server_sends("<a xmlns='urn:xmpp:sm:3' h='1'/>");
}

ClientConfig with_carbons() {
  auto config = without_roster();
  config.carbons = true;
  return config;
}

void log_in_with_carbons(Dialogue& d) {
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<iq type='set' id='q2'><enable xmlns='urn:xmpp:carbons:2'/></iq>");
  d.server_sends("<iq type='result' id='q2'/>");
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(CarbonsTest, CopiesAreTheirOwnKindOfEvent) {
  Dialogue d{with_carbons()};
  log_in_with_carbons(d);
  d.server_sends("<message from='juliet@localhost' id='c1'><received xmlns='urn:xmpp:carbons:2'/></message>");
  d.expect_event("carbon message{from=juliet@localhost,id=c1}(received)");
  d.server_sends("<message from='juliet@localhost' id='c2'><sent xmlns='urn:xmpp:carbons:2'/></message>");
  d.expect_event("carbon message{from=juliet@localhost,id=c2}(sent)");
}

/// XEP-0280 section 11.
TEST(CarbonsTest, CopiesThatSomebodyElseMadeAreMessages) {
  Dialogue d{with_carbons()};
  log_in_with_carbons(d);
  for (const std::string from : {"", " from='romeo@localhost'", " from='juliet@localhost/other'"}) {
    d.server_sends("<message" + from + "><received xmlns='urn:xmpp:carbons:2'/></message>");
  }
  d.expect_event("message(received)");
  d.expect_event("message{from=romeo@localhost}(received)");
  d.expect_event("message{from=juliet@localhost/other}(received)");
}

TEST(CarbonsTest, AServerWithoutThemCanStillBeUsed) {
  Dialogue d{with_carbons()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<iq type='set' id='q2'><enable xmlns='urn:xmpp:carbons:2'/></iq>");
  d.server_sends("<iq type='error' id='q2'><error code='503'/></iq>");
  d.client_sends("<presence/>");
  d.expect_online();
}

TEST(ClientStateTest, IsSaidOnceOnlineWhereItIsOffered) {
  auto config = without_roster();
  config.client_state = true;
  Dialogue d{config};
  restart(d);
  d.server_sends(features(std::string{bind_offer} + "<csi xmlns='urn:xmpp:csi:0'/>"));
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/><inactive xmlns='urn:xmpp:csi:0'/>");
  d.expect_online();
}

TEST(SeeOtherHostTest, TheFailureCarriesTheHost) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() +
                 "<stream:error><see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>[2001:db8::1]:9222"
                 "</see-other-host></stream:error>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::stream, session_errc::stream_error, "see-other-host", "[2001:db8::1]:9222");
}

ClientConfig with_sasl2() {
  auto config = managed();
  config.sasl2 = config.carbons = config.client_state = true;
  return config;
}

std::string sasl2_offer(std::string_view inlines) {
  return features("<authentication xmlns='urn:xmpp:sasl:2'><mechanism>PLAIN</mechanism><inline>" +
                  std::string{inlines} + "</inline></authentication>");
}

std::string authenticate_plain(std::string_view inlines) {
  return "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='PLAIN'><initial-response>" +
         xmpp::sasl::base64(std::string_view{"\0juliet\0secret", 14}) + "</initial-response>" + std::string{inlines} +
         "</authenticate>";
}

TEST(Sasl2Test, BindsWithAllThatCanGoWithIt) {
  Dialogue d{with_sasl2()};
  d.client_sends(client_header());
  d.server_sends(server_header() +
                 sasl2_offer("<bind xmlns='urn:xmpp:bind:0'><inline><feature var='urn:xmpp:sm:3'/>"
                             "<feature var='urn:xmpp:carbons:2'/><feature var='urn:xmpp:csi:0'/></inline></bind>"));
  d.client_sends(
      authenticate_plain("<bind xmlns='urn:xmpp:bind:0'><tag>Squall</tag>"
                         "<enable xmlns='urn:xmpp:sm:3' resume='true'/><enable xmlns='urn:xmpp:carbons:2'/></bind>"));
  d.server_sends(
      "<success xmlns='urn:xmpp:sasl:2'><authorization-identifier>juliet@localhost/Squall.1</authorization-identifier>"
      "<bound xmlns='urn:xmpp:bind:0'><enabled xmlns='urn:xmpp:sm:3' id='s1' resume='1'/></bound></success>" +
      features(""));
  d.client_sends("<presence/><inactive xmlns='urn:xmpp:csi:0'/>");
  d.expect_online();
  d.expect_jid("juliet@localhost/Squall.1");
  EXPECT_TRUE(d.stream().is_managed());
}

TEST(Sasl2Test, BindsInTheOldWayWhereItCannotBeInline) {
  Dialogue d{with_sasl2()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl2_offer(""));
  d.client_sends(authenticate_plain(""));
  d.server_sends(
      "<success xmlns='urn:xmpp:sasl:2'><authorization-identifier>juliet@localhost</authorization-identifier>"
      "</success>" +
      bind_features());
  d.expect_stage(Stage::bind);
  d.client_sends(bind_request("q1"));
}

TEST(Sasl2Test, AFailureHasItsConditionAndText) {
  Dialogue d{with_sasl2()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl2_offer(""));
  d.client_sends(authenticate_plain(""));
  d.server_sends(
      "<failure xmlns='urn:xmpp:sasl:2'><not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
      "<text>no</text></failure>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized", "no");
}

TEST(Sasl2Test, ABareJidIsNotABoundOne) {
  Dialogue d{with_sasl2()};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl2_offer("<bind xmlns='urn:xmpp:bind:0'/>"));
  d.client_sends(authenticate_plain("<bind xmlns='urn:xmpp:bind:0'><tag>Squall</tag></bind>"));
  d.server_sends(
      "<success xmlns='urn:xmpp:sasl:2'><authorization-identifier>juliet@localhost</authorization-identifier>"
      "<bound xmlns='urn:xmpp:bind:0'/></success>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::bind, session_errc::bind_failed, "", "juliet@localhost");
}

TEST(Sasl2Test, IsLeftAloneIfItIsOff) {
  Dialogue d{without_roster()};
  d.client_sends(client_header());
  d.server_sends(server_header() +
                 features("<authentication xmlns='urn:xmpp:sasl:2'><mechanism>PLAIN</mechanism></authentication>"
                          "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism>"
                          "</mechanisms>"));
  d.client_sends(plain_auth());
}

}  // namespace
}  // namespace squall::test
