#include "xmpp/stream/server_stream.hpp"

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using namespace std::chrono_literals;

TEST(ServerStreamTest, LogsAClientIn) {
  ServerDialogue d{server_config()};
  log_in(d);
  EXPECT_TRUE(d.stream().is_bound());
  EXPECT_EQ(d.stream().user(), "juliet");
  EXPECT_EQ(d.stream().jid(), "juliet@localhost/balcony");
  EXPECT_FALSE(d.stream().deadline());
}

TEST(ServerStreamTest, GivesStanzasToItsOwner) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends(
      "<presence/><message to='romeo@localhost'><body>hi</body></message>"
      "<iq type='get' id='1' to='romeo@localhost/x'><ping xmlns='urn:xmpp:ping'/></iq>"
      "<iq type='get' id='2'><query xmlns='jabber:iq:roster'/></iq>"
      "<iq type='result' id='3' to='romeo@localhost/x'/>");
  d.expect_event("presence");
  d.expect_event("message{to=romeo@localhost}(body(hi))");
  d.expect_event("iq{id=1,to=romeo@localhost/x,type=get}(ping)");
  d.expect_event("iq{id=2,type=get}(query)");
  d.expect_event("iq{id=3,to=romeo@localhost/x,type=result}");
}

TEST(ServerStreamTest, AnswersPingsToItselfAndToNobody) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>");
  d.server_sends("<iq type='result' id='1'/>");
  d.client_sends("<iq type='get' id='2' to='localhost'><ping xmlns='urn:xmpp:ping'/></iq>");
  d.server_sends("<iq type='result' from='localhost' id='2'/>");
}

TEST(ServerStreamTest, AnswersTheOldSession) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends(session_request("s1"));
  d.server_sends("<iq type='result' id='s1'/>");
}

TEST(ServerStreamTest, ARefusedBindMayBeTriedAgain) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1"));
  d.expect_event("bind balcony");
  d.server_refuses_bind("conflict");
  d.server_sends(
      "<iq type='error' id='b1'><error type='cancel'>"
      "<conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  d.client_sends(bind_request("b2", "garden"));
  d.expect_event("bind garden");
}

TEST(ServerStreamTest, ASecondBindIsNotAllowed) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends(bind_request("b2", "garden"));
  d.server_sends(
      "<iq type='error' id='b2'><error type='cancel'>"
      "<not-allowed xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
}

TEST(ServerStreamTest, AResourceWithControlCharactersIsABadRequest) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1", "a&#9;b"));
  d.server_sends(
      "<iq type='error' id='b1'><error type='modify'>"
      "<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
}

TEST(ServerStreamTest, ThreeWrongPasswordsCloseTheStream) {
  ServerDialogue d{server_config()};
  open(d);
  for (int i = 0; i < 2; ++i) {
    d.client_sends(plain_auth("juliet", "wrong"));
    d.server_sends(sasl_failure("not-authorized"));
  }
  d.client_sends(plain_auth("nobody", "secret"));
  d.server_sends(sasl_failure("not-authorized") + stream_error("policy-violation") + std::string{stream_end});
  d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized");
}

TEST(ServerStreamTest, ARightPasswordBehindAWrongOneLogsIn) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(plain_auth("juliet", "wrong"));
  d.server_sends(sasl_failure("not-authorized"));
  d.client_sends(plain_auth());
  d.server_sends(success());
}

TEST(ServerStreamTest, AnswersXmlThatItCannotAcceptAndCloses) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<message><body>&nbsp;</body></message>");
  d.server_sends(stream_error("restricted-xml") + std::string{stream_end});
  d.expect_failed(Stage::online, session_errc::xml_error, "restricted-xml");
}

TEST(ServerStreamTest, AStanzaOverTheLimitIsAPolicyViolation) {
  auto config = server_config();
  config.limits.stanza_bytes = 1000;
  ServerDialogue d{config};
  log_in(d);
  d.client_sends("<message><body>" + std::string(2000, 'x') + "</body></message>");
  d.server_sends(stream_error("policy-violation") + std::string{stream_end});
  d.expect_failed(Stage::online, session_errc::xml_error, "policy-violation");
}

TEST(ServerStreamTest, TheClientClosingIsAnswered) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<presence type='unavailable'/></stream:stream>");
  d.expect_event("presence{type=unavailable}");
  d.server_sends(stream_end);
  d.expect_closed();
}

TEST(ServerStreamTest, ClosesInOrder) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.server_closes();
  d.server_sends(stream_end);
  d.client_sends("<message to='romeo@localhost'/></stream:stream>");
  d.expect_closed();
}

TEST(ServerStreamTest, ClosesWithACondition) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.server_closes_with("conflict");
  d.server_sends(stream_error("conflict") + std::string{stream_end});
  d.client_sends(std::string{stream_end});
  d.expect_closed();
}

TEST(ServerStreamTest, ClosesWithAConditionBeforeAnyHeader) {
  ServerDialogue d{server_config()};
  d.server_closes_with("system-shutdown");
  d.server_sends(server_header() + stream_error("system-shutdown") + std::string{stream_end});
}

TEST(ServerStreamTest, ALoginThatTakesTooLongIsClosed) {
  ServerDialogue d{server_config()};
  open(d);
  d.time_passes(59s);
  d.expect_nothing();
  d.time_passes(1s);
  d.server_sends(stream_error("connection-timeout") + std::string{stream_end});
  d.expect_failed(Stage::auth, session_errc::timed_out, "connection-timeout");
}

TEST(ServerStreamTest, AClientsStreamErrorIsToldByCondition) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends(stream_error("not-well-formed") + std::string{stream_end});
  d.server_sends(stream_end);
  d.expect_failed(Stage::online, session_errc::stream_error, "not-well-formed");
}

TEST(ServerStreamTest, StarttlsThatIsNotOfferedFails) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
  d.server_sends("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>");
  d.expect_failed(Stage::auth, session_errc::unexpected_element);
}

}  // namespace
}  // namespace squall::test
