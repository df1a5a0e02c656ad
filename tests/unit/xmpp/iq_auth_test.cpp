#include <string>

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// XEP-0078, on both sides.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using xmpp::sasl::Mechanism;

constexpr std::string_view feature = "<auth xmlns='http://jabber.org/features/iq-auth'/>";
constexpr std::string_view ask =
    "<iq type='get' id='q1'><query xmlns='jabber:iq:auth'><username>juliet</username></query></iq>";

std::string fields(std::string_view known) {
  return "<iq type='result' id='q1'><query xmlns='jabber:iq:auth'><username/>" + std::string{known} +
         "<resource/></query></iq>";
}

std::string log_in_with(std::string_view secret, std::string_view id = "q2") {
  return "<iq type='set' id='" + std::string{id} + "'><query xmlns='jabber:iq:auth'><username>juliet</username>" +
         std::string{secret} + "<resource>balcony</resource></query></iq>";
}

constexpr std::string_view digest = "<digest>885c5ef356b2a95cf5cf94adf6071a3e4014132c</digest>";  // SHA-1 of id1secret

void ask_for_fields(Dialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + features(feature));
  d.client_sends(ask);
}

xmpp::ClientConfig forcing(Mechanism mechanism) {
  auto config = without_roster();
  config.sasl.allowed = {mechanism};
  return config;
}

TEST(IqAuthTest, LogsInWithADigestWhereThatIsAField) {
  Dialogue d{without_roster()};
  ask_for_fields(d);
  d.server_sends(fields("<password/><digest/>"));
  d.client_sends(log_in_with(digest));
  d.server_sends("<iq type='result' id='q2'/>");
  d.client_sends("<presence/>");
  d.expect_online();
  d.expect_jid("juliet@localhost/balcony");
}

/// Prosody answers a digest with a result, and logs nobody in.
TEST(IqAuthTest, UsesNoFieldThatTheServerDoesNotKnow) {
  Dialogue d{without_roster()};
  ask_for_fields(d);
  d.server_sends(fields("<password/>"));
  d.client_sends(log_in_with("<password>secret</password>"));
}

TEST(IqAuthTest, AForcedFormThatIsNotAFieldFailsAndNamesTheOther) {
  Dialogue d{forcing(Mechanism::iq_auth_digest)};
  ask_for_fields(d);
  d.server_sends(fields("<password/>"));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "iq-auth-plain");
}

TEST(IqAuthTest, WithoutTheFeatureItIsNotTried) {
  Dialogue d{forcing(Mechanism::iq_auth_plain)};
  d.client_sends(client_header());
  d.server_sends(server_header() + sasl_features({"PLAIN"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "PLAIN");
}

TEST(IqAuthTest, ThePasswordStaysOutOfClearIfThePolicyForbidsIt) {
  auto config = without_roster();
  config.sasl.plain_in_clear = false;
  Dialogue d{config};
  ask_for_fields(d);
  d.server_sends(fields("<password/>"));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "iq-auth-plain");
}

/// jabberd2 says no more than a number.
TEST(IqAuthTest, AnErrorThatIsANumberHasItsCondition) {
  Dialogue d{without_roster()};
  ask_for_fields(d);
  d.server_sends(fields("<password/>"));
  d.client_sends(log_in_with("<password>secret</password>"));
  d.server_sends("<iq type='error' id='q2'><error code='401'/></iq>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized");
}

TEST(IqAuthTest, AnErrorForTheFieldsEndsTheLogin) {
  Dialogue d{without_roster()};
  ask_for_fields(d);
  d.server_sends("<iq type='error' id='q1'><error code='503'/></iq>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::auth_failed, "service-unavailable");
}

xmpp::ServerConfig serving() {
  auto config = server_config();
  config.mechanisms = {Mechanism::iq_auth_plain, Mechanism::iq_auth_digest};
  return config;
}

void open_old(ServerDialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + features(feature));
}

TEST(IqAuthTest, TheServerTellsItsFields) {
  ServerDialogue d{serving()};
  open_old(d);
  d.client_sends(std::string{ask});
  d.server_sends(fields("<digest/><password/>"));
}

TEST(IqAuthTest, TheServerBindsWhomItBelieves) {
  for (const auto secret : {std::string_view{"<password>secret</password>"}, digest}) {
    ServerDialogue d{serving()};
    open_old(d);
    d.client_sends(log_in_with(secret, "a1"));
    d.expect_event("bind balcony");
    d.server_binds("juliet@localhost/balcony");
    d.server_sends("<iq type='result' id='a1'/>");
    d.client_sends("<presence/>");
    d.expect_event("presence");
  }
}

TEST(IqAuthTest, TheServerRefusesWrongSecrets) {
  ServerDialogue d{serving()};
  open_old(d);
  d.client_sends(log_in_with("<password>wrong</password>", "a1"));
  d.server_sends(
      "<iq type='error' id='a1'><error type='auth'>"
      "<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  d.client_sends(log_in_with("<digest>wrong</digest>", "a2"));
  d.server_sends(
      "<iq type='error' id='a2'><error type='auth'>"
      "<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
  d.client_sends(log_in_with("", "a3"));
  d.server_sends(
      "<iq type='error' id='a3'><error type='auth'>"
      "<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
      "<stream:error><policy-violation xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>");
  d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized");
}

TEST(IqAuthTest, AResourceIsNeeded) {
  ServerDialogue d{serving()};
  open_old(d);
  d.client_sends(
      "<iq type='set' id='a1'><query xmlns='jabber:iq:auth'><username>juliet</username>"
      "<password>secret</password></query></iq>");
  d.server_sends(
      "<iq type='error' id='a1'><error type='modify'>"
      "<not-acceptable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
}

TEST(IqAuthTest, AServerThatDoesNotOfferItTakesNoIqBeforeAuthentication) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(log_in_with("<password>secret</password>", "a1"));
  d.server_sends(stream_error("not-authorized") + std::string{stream_end});
  d.expect_failed(Stage::auth, session_errc::unexpected_element, "not-authorized");
}

}  // namespace
}  // namespace squall::test
