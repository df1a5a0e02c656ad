#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6120 section 7: resource binding.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;

constexpr std::string_view ns = "urn:ietf:params:xml:ns:xmpp-bind";

std::string bind_error(std::string_view id, std::string_view type, std::string_view condition) {
  return "<iq type='error' id='" + std::string{id} + "'><error type='" + std::string{type} + "'><" +
         std::string{condition} + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>";
}

TEST(Rfc6120Section7_6, AClientMayLeaveTheResourceToTheServer) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends("<iq type='set' id='b1'><bind xmlns='" + std::string{ns} + "'/></iq>");
  d.expect_event("bind ");
  d.server_binds("juliet@localhost/made");
  d.server_sends(bind_result("b1", "juliet@localhost/made"));
}

TEST(Rfc6120Section7_6_2, ResourceConstraintIsToldWithItsType) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1"));
  d.expect_event("bind balcony");
  d.server_refuses_bind("resource-constraint");
  d.server_sends(bind_error("b1", "wait", "resource-constraint"));
}

TEST(Rfc6120Section7_7, TheServerMayChangeTheResource) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1", "a &amp; b"));
  d.expect_event("bind a & b");
  d.server_binds("juliet@localhost/a & b 2");
  d.server_sends(bind_result("b1", "juliet@localhost/a &amp; b 2"));
}

TEST(Rfc6120Section7_7_2, AResourceOfMoreThan1023BytesIsABadRequest) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1", std::string(1024, 'x')));
  d.server_sends(bind_error("b1", "modify", "bad-request"));
  d.client_sends(bind_request("b2", "fine"));
  d.expect_event("bind fine");
}

TEST(Rfc6120Section7_1, AStanzaWhileTheResourceIsNotYetBoundIsNotAuthorized) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends(bind_request("b1"));
  d.expect_event("bind balcony");
  d.client_sends("<message to='romeo@localhost'/>");
  d.server_sends(stream_error("not-authorized") + std::string{stream_end});
  d.expect_failed(Stage::bind, session_errc::unexpected_element, "not-authorized");
}

TEST(Rfc6120Section7_3_1, ABindRequestBeforeAuthenticationIsNotAuthorized) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(bind_request("b1"));
  d.server_sends(stream_error("not-authorized") + std::string{stream_end});
  d.expect_failed(Stage::auth, session_errc::unexpected_element, "not-authorized");
}

TEST(Rfc6120Section7_6, AClientAsksWithEscapedResource) {
  Dialogue d{without_roster(), {"juliet", "secret", "<o'hara & co>"}};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1", "&lt;o'hara &amp; co&gt;"));
}

}  // namespace
}  // namespace squall::test
