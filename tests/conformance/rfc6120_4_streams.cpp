#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6120 section 4: XML streams, as a server has to keep them.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;

constexpr std::string_view end = "</stream:stream>";

std::string header_with(std::string_view attributes) {
  return "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' " +
         std::string{attributes} + ">";
}

/// Section 4.9.1.2: an error before the header is answered comes behind a header of the server's own.
void expect_refused(const std::string& header, std::string_view condition, session_errc code) {
  ServerDialogue d{server_config()};
  d.client_sends(header);
  d.server_sends(server_header() + stream_error(condition) + std::string{end});
  d.expect_failed(Stage::stream, code, condition);
}

TEST(Rfc6120Section4_7, AnUnknownHostIsRefused) {
  expect_refused(header_with("to='elsewhere' version='1.0'"), "host-unknown", session_errc::stream_error);
}

TEST(Rfc6120Section4_7, AHeaderWithoutToIsRefused) {
  expect_refused(header_with("version='1.0'"), "improper-addressing", session_errc::stream_error);
}

TEST(Rfc6120Section4_7, AHeaderWithoutVersionIsRefused) {
  expect_refused(header_with("to='localhost'"), "unsupported-version", session_errc::unsupported_version);
}

TEST(Rfc6120Section4_7, ALowerVersionIsRefused) {
  expect_refused(header_with("to='localhost' version='0.9'"), "unsupported-version", session_errc::unsupported_version);
}

TEST(Rfc6120Section4_7, AHigherMinorVersionIsServed) {
  ServerDialogue d{server_config()};
  d.client_sends(header_with("to='localhost' version='1.7'"));
  d.server_sends(server_header() + server_sasl_features());
}

TEST(Rfc6120Section4_7, TheHostIsComparedWithoutRegardToCase) {
  ServerDialogue d{server_config()};
  d.client_sends(header_with("to='LocalHost' version='1.0'"));
  d.server_sends(server_header() + server_sasl_features());
}

TEST(Rfc6120Section4_7, AClientThatSaysFromGetsItBackAsTo) {
  ServerDialogue d{server_config()};
  d.client_sends(header_with("to='localhost' from='juliet@localhost/x' version='1.0'"));
  d.server_sends(
      "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
      "to='juliet@localhost' from='localhost' id='id1' version='1.0' xml:lang='en'>" +
      server_sasl_features());
}

TEST(Rfc6120Section4_8, AnotherStreamNamespaceIsRefused) {
  expect_refused(
      "<stream:stream xmlns='jabber:client' xmlns:stream='http://example.org/' to='localhost' version='1.0'>",
      "invalid-namespace", session_errc::not_xmpp);
}

TEST(Rfc6120Section4_8, AnotherPrefixForTheStreamNamespaceIsServed) {
  ServerDialogue d{server_config()};
  d.client_sends(
      "<s:stream xmlns='jabber:client' xmlns:s='http://etherx.jabber.org/streams' to='localhost' version='1.0'>");
  d.server_sends(server_header() + server_sasl_features());
}

TEST(Rfc6120Section4_8, AStanzaInsteadOfAHeaderIsRefused) {
  expect_refused("<presence xmlns='jabber:client'>", "bad-format", session_errc::not_xmpp);
}

TEST(Rfc6120Section4_9_3, AnUndeclaredPrefixIsABadNamespacePrefix) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<message><foo:bar/></message>");
  d.server_sends(stream_error("bad-namespace-prefix") + std::string{end});
  d.expect_failed(Stage::online, session_errc::xml_error, "bad-namespace-prefix");
}

TEST(Rfc6120Section4_9_3, XmlThatIsNotWellFormedIsAnsweredSo) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<message></body>");
  d.server_sends(stream_error("not-well-formed") + std::string{end});
  d.expect_failed(Stage::online, session_errc::xml_error, "not-well-formed");
}

TEST(Rfc6120Section4_9_3, AStanzaBeforeAuthenticationIsNotAuthorized) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends("<message to='romeo@localhost'><body>hi</body></message>");
  d.server_sends(stream_error("not-authorized") + std::string{end});
  d.expect_failed(Stage::auth, session_errc::unexpected_element, "not-authorized");
}

TEST(Rfc6120Section4_9_3, AStanzaBeforeBindingIsNotAuthorized) {
  ServerDialogue d{server_config()};
  authenticate(d);
  d.client_sends("<presence/>");
  d.server_sends(stream_error("not-authorized") + std::string{end});
  d.expect_failed(Stage::bind, session_errc::unexpected_element, "not-authorized");
}

TEST(Rfc6120Section4_9_3, AnUnknownFirstLevelElementIsAnUnsupportedStanzaType) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<pubsub xmlns='http://jabber.org/protocol/pubsub'/>");
  d.server_sends(stream_error("unsupported-stanza-type") + std::string{end});
  d.expect_failed(Stage::online, session_errc::unexpected_element, "unsupported-stanza-type");
}

TEST(Rfc6120Section4_9_3, AFromThatIsNotTheClientsOwnIsInvalid) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<message from='romeo@localhost' to='x@localhost'/>");
  d.server_sends(stream_error("invalid-from") + std::string{end});
  d.expect_failed(Stage::online, session_errc::unexpected_element, "invalid-from");
}

TEST(Rfc6120Section4_9_3, OwnBareAndFullJidAreLegalFroms) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends("<message from='juliet@localhost' id='1'/><message from='juliet@localhost/balcony' id='2'/>");
  d.expect_event("message{from=juliet@localhost,id=1}");
  d.expect_event("message{from=juliet@localhost/balcony,id=2}");
}

TEST(Rfc6120Section4_6_1, WhiteSpaceBetweenStanzasKeepsTheStreamAlive) {
  ServerDialogue d{server_config()};
  log_in(d);
  d.client_sends(" \n\t \r\n<presence/>  ");
  d.expect_event("presence");
}

TEST(Rfc6120Section4_4, BothSidesCloseTheirStream) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(std::string{end});
  d.server_sends(end);
  d.expect_closed();
}

}  // namespace
}  // namespace squall::test
