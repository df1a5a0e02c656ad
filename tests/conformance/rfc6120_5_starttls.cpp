#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6120 section 5: STARTTLS negotiation.
namespace squall::test {
namespace {

using xmpp::session_errc;
using xmpp::Stage;
using xmpp::TlsPolicy;

constexpr std::string_view offer = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";
constexpr std::string_view proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";

xmpp::ClientConfig with_tls() {
  auto config = without_roster();
  config.tls = TlsPolicy::required;
  return config;
}

/// Up to the server's answer.
void ask_for_tls(Dialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + features(offer));
  d.client_sends(offer);
}

TEST(Rfc6120Section5_4_2_3, BytesBehindProceedAreNotBelieved) {
  Dialogue d{with_tls()};
  ask_for_tls(d);
  d.server_sends(std::string{proceed} + server_header("forged") + sasl_features({"PLAIN"}));
  d.expect_start_tls();
  d.expect_nothing();
}

TEST(Rfc6120Section5_4_2_3, NothingIsSaidBetweenProceedAndTls) {
  Dialogue d{with_tls()};
  ask_for_tls(d);
  d.server_sends(std::string{proceed});
  d.expect_start_tls();
  d.client_closes();
  d.expect_closed();
  d.expect_nothing();
}

TEST(Rfc6120Section5_4_2_2, FailureEndsTheStream) {
  Dialogue d{with_tls()};
  ask_for_tls(d);
  d.server_sends("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
  d.client_sends(stream_end);
  d.expect_failed(Stage::tls, session_errc::tls_failed);
}

TEST(Rfc6120Section5_4_3_3, FeaturesSaidBeforeTlsAreForgotten) {
  Dialogue d{with_tls()};
  ask_for_tls(d);
  d.server_sends(std::string{proceed});
  d.expect_start_tls();
  d.tls_is_established();
  d.client_sends(client_header());
  d.server_sends(server_header("id2") + sasl_features({"X-OTHER"}));
  d.client_sends(stream_end);
  d.expect_failed(Stage::auth, session_errc::no_mechanism, "", "X-OTHER");
}

TEST(Rfc6120Section5_4_3_3, AServerThatNeverSpeaksTlsTimesOut) {
  Dialogue d{with_tls()};
  ask_for_tls(d);
  d.server_sends(std::string{proceed});
  d.expect_start_tls();
  d.time_passes(std::chrono::seconds{30});
  d.expect_failed(Stage::tls, session_errc::timed_out);
}

constexpr std::string_view sasl_offer =
    "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>SCRAM-SHA-256</mechanism>"
    "<mechanism>SCRAM-SHA-1</mechanism><mechanism>PLAIN</mechanism></mechanisms>";

xmpp::ServerConfig server_with_tls(xmpp::ServerTls tls) {
  auto config = server_config();
  config.tls = tls;
  return config;
}

void open_in_clear(ServerDialogue& d) {
  d.client_sends(client_header());
  d.server_sends(server_header() + features(std::string{offer} + std::string{sasl_offer}));
}

TEST(Rfc6120Section5_3_1, AServerThatRequiresTlsOffersNothingElse) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::required)};
  d.client_sends(client_header());
  d.server_sends(server_header() +
                 features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"));
}

TEST(Rfc6120Section6_5_4, PasswordsAreRefusedInClearWhereTlsIsRequired) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::required)};
  d.client_sends(client_header());
  d.server_sends(server_header() +
                 features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"));
  d.client_sends(plain_auth());
  d.server_sends(sasl_failure("encryption-required"));
}

TEST(Rfc6120Section5_4_3_3, TheServerOpensAStreamOfAnotherIdAfterTls) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::offered)};
  open_in_clear(d);
  d.client_sends(std::string{offer});
  d.server_sends(proceed);
  d.expect_event("start_tls");
  d.tls_is_established();
  d.client_sends(client_header());
  d.server_sends(server_header("id1t") + server_sasl_features());
  d.client_sends(plain_auth());
  d.server_sends(success());
}

TEST(Rfc6120Section5_4_2_3, TheServerBelievesNothingThatCameWithStarttls) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::offered)};
  open_in_clear(d);
  d.client_sends(std::string{offer} + client_header() + plain_auth());
  d.server_sends(proceed);
  d.expect_event("start_tls");
  d.client_sends(client_header() + plain_auth());
  d.expect_nothing();
  d.tls_is_established();
  d.client_sends(client_header());
  d.server_sends(server_header("id1t") + server_sasl_features());
}

TEST(Rfc6120Section5_4_2_2, StarttlsThatIsNotOfferedFails) {
  ServerDialogue d{server_config()};
  open(d);
  d.client_sends(std::string{offer});
  d.server_sends("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>");
  d.expect_failed(Stage::auth, session_errc::unexpected_element);
}

TEST(Rfc6120Section5_4_2_2, StarttlsWithinTlsFails) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::offered), true};
  open(d);
  d.client_sends(std::string{offer});
  d.server_sends("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>");
  d.expect_failed(Stage::auth, session_errc::unexpected_element);
}

TEST(Rfc6120Section5_4_3_3, AClientThatNeverSpeaksTlsTimesOutInSilence) {
  ServerDialogue d{server_with_tls(xmpp::ServerTls::offered)};
  open_in_clear(d);
  d.client_sends(std::string{offer});
  d.server_sends(proceed);
  d.expect_event("start_tls");
  d.time_passes(std::chrono::seconds{60});
  d.expect_failed(Stage::tls, session_errc::timed_out, "connection-timeout");
  d.expect_nothing();
}

}  // namespace
}  // namespace squall::test
