#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6120 section 8: what has to be answered, by whom, and what never.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;

constexpr std::string_view ping = "<ping xmlns='urn:xmpp:ping'/>";

TEST(Rfc6120Section8_2_3, AClientAnswersAPing) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<iq type='get' id='p&amp;1' from='localhost' to='juliet@localhost/balcony'>" + std::string{ping} +
                 "</iq>");
  d.client_sends("<iq type='result' to='localhost' id='p&amp;1'/>");
}

TEST(Rfc6120Section8_2_3, ARequestWithoutFromIsAnsweredWithoutTo) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<iq type='get' id='p1'>" + std::string{ping} + "</iq>");
  d.client_sends("<iq type='result' id='p1'/>");
}

TEST(Rfc6120Section8_2_3, AnUnknownRequestIsAnsweredWithServiceUnavailable) {
  for (const std::string type : {"get", "set"}) {
    Dialogue d{without_roster()};
    log_in(d);
    d.server_sends("<iq type='" + type + "' id='u1' from='romeo@localhost/x'><query xmlns='jabber:iq:version'/></iq>");
    d.client_sends(
        "<iq type='error' to='romeo@localhost/x' id='u1'><error type='cancel'>"
        "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  }
}

TEST(Rfc6120Section8_2_3, AResultOrErrorIsNeverAnswered) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(
      "<iq type='result' id='r1' from='romeo@localhost/x'><query xmlns='jabber:iq:version'/></iq>"
      "<iq type='error' id='e1' from='romeo@localhost/x'/>"
      "<iq type='result' id='q1'/><iq type='result' id='q99'/><iq type='result'/>");
  d.expect_nothing();
}

TEST(Rfc6120Section8_2_3, ATypeThatIsNoneOfTheFourIsABadRequest) {
  for (const std::string type : {"", "type='query' "}) {
    Dialogue d{without_roster()};
    log_in(d);
    d.server_sends("<iq " + type + "id='b1'>" + std::string{ping} + "</iq>");
    d.client_sends(
        "<iq type='error' id='b1'><error type='modify'>"
        "<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  }
}

TEST(Rfc6120Section8_2_3, ARequestHasExactlyOneChild) {
  for (const std::string content : {"", "<a xmlns='x'/><b xmlns='x'/>"}) {
    Dialogue d{without_roster()};
    log_in(d);
    d.server_sends("<iq type='get' id='b1'>" + content + "</iq>");
    d.client_sends(
        "<iq type='error' id='b1'><error type='modify'>"
        "<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  }
}

TEST(Rfc6120Section8_1_3, ARequestWithoutIdCannotBeAnswered) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<iq type='get' from='romeo@localhost/x'>" + std::string{ping} + "</iq>");
  d.expect_nothing();
}

TEST(Rfc6120Section8_2_3, AnAnswerMeetsItsRequestOnce) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_asks("get", "romeo@localhost/x", std::string{ping});
  d.client_sends("<iq type='get' id='q2' to='romeo@localhost/x'>" + std::string{ping} + "</iq>");
  d.server_sends("<iq type='result' id='q2' from='romeo@localhost/x'/>");
  d.expect_event("answer 2 iq{from=romeo@localhost/x,id=q2,type=result}");
  d.server_sends("<iq type='result' id='q2' from='romeo@localhost/x'/>");
  d.expect_nothing();
}

TEST(Rfc6120Section8_2_3, AnErrorIsAnAnswerToo) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_asks("get", "", std::string{ping});
  d.client_sends("<iq type='get' id='q2'>" + std::string{ping} + "</iq>");
  d.server_sends("<iq type='error' id='q2'><error type='cancel'/></iq>");
  d.expect_event("answer 2 iq{id=q2,type=error}(error{type=cancel})");
}

TEST(Rfc6120Section8_2_3, AnswersFromTheWrongSenderAreIgnored) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_asks("get", "romeo@localhost/x", std::string{ping});
  d.client_sends("<iq type='get' id='q2' to='romeo@localhost/x'>" + std::string{ping} + "</iq>");
  d.server_sends("<iq type='result' id='q2' from='mallory@localhost/x'/><iq type='result' id='q2'/>");
  d.expect_nothing();
  d.server_sends("<iq type='result' id='q2' from='romeo@localhost/x'/>");
  d.expect_event("answer 2 iq{from=romeo@localhost/x,id=q2,type=result}");
}

TEST(Rfc6120Section8_2_3, ABindResultFromAStrangerBindsNothing) {
  Dialogue d{without_roster()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(
      "<iq type='result' id='q1' from='mallory@localhost/x'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
      "<jid>mallory@localhost/x</jid></bind></iq>");
  d.expect_nothing();
  d.server_sends(bind_result("q1"));
  d.client_sends("<presence/>");
  d.expect_online();
  d.expect_jid("juliet@localhost/balcony");
}

TEST(Rfc6120Section8_2_3, AServerAnswersARequestItCannotReadWithBadRequest) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<iq type='get' id='b1'/><iq type='odd' id='b2'><a xmlns='x'/></iq>");
  d.server_sends(
      "<iq type='error' id='b1'><error type='modify'>"
      "<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
      "<iq type='error' id='b2'><error type='modify'>"
      "<bad-request xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
}

}  // namespace
}  // namespace squall::test
