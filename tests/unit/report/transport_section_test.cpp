#include <gtest/gtest.h>

#include "src/report/advice.hpp"
#include "src/report/page.hpp"
#include "src/report/sections.hpp"

namespace squall::report {
namespace {

std::string section(const metrics::Result& result) {
  Page page(false);
  add_transport_section(page, result);
  return page.text();
}

metrics::Result failed_with(const std::string& error) {
  metrics::Result result;
  result.scenario.population.users = 100;
  result.funnel.rows = {{xmpp::Stage::tls, error, 100}};
  result.funnel.first_try_failures = result.funnel.rows;
  return result;
}

TEST(TransportSectionTest, SaysNothingOfConnectionsInClear) {
  EXPECT_EQ(section(metrics::Result{}), "");
}

TEST(TransportSectionTest, SaysThatTheCertificateWasNotVerified) {
  metrics::Result result;
  result.scenario.transport.tls = scenario::TlsMode::required;
  EXPECT_NE(section(result).find("certificate was verified"), std::string::npos);
  result.scenario.transport.insecure = true;
  EXPECT_NE(section(result).find("NOT verified (--insecure)"), std::string::npos);
}

TEST(TransportSectionTest, TellsHandshakesAndTheirRate) {
  metrics::Result result;
  result.scenario.transport.tls = scenario::TlsMode::direct;
  result.tls.handshakes = 1234;
  result.tls.resumed = 34;
  result.tls.per_second = 56.5;
  result.tls.version = "TLSv1.3\x1b[0m";
  result.tls.handshake_time.record(2'000'000);
  const std::string text = section(result);
  EXPECT_NE(text.find("1,234 (56.5/s), 34 of them resumed; 0 failed"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(LoginAdviceTest, NamesTheOptionForEachKnownCause) {
  const auto advice = [](const std::string& error) {
    const auto lines = login_advice(failed_with(error));
    return lines.empty() ? std::string() : lines.front();
  };
  for (const char* reason : {"self-signed-certificate", "hostname-mismatch", "certificate-has-expired"}) {
    EXPECT_NE(advice(std::string("tls-failed: ") + reason).find("--ca FILE, or give --insecure or --tls off"),
              std::string::npos)
        << reason;
  }
  EXPECT_NE(advice("tls-required").find("the server requires TLS"), std::string::npos);
  EXPECT_NE(advice("tls-not-offered").find("--tls direct"), std::string::npos);
  EXPECT_NE(advice("local-limit: local-ports-used-up").find("local ports used up: 100 users"), std::string::npos);
  EXPECT_NE(advice("tls-failed: certificate-required").find("--client-cert"), std::string::npos);
  EXPECT_EQ(advice("auth-failed: not-authorized"), "");
}

TEST(LoginAdviceTest, SaysEachThingOnce) {
  EXPECT_EQ(login_advice(failed_with("tls-required")).size(), 1U);
}

TEST(LoginAdviceTest, RecognisesStepsOfADelayedAcknowledgement) {
  metrics::Result result;
  result.funnel.stage_time[static_cast<std::size_t>(xmpp::Stage::bind)].record(41'000'000);
  ASSERT_EQ(login_advice(result).size(), 1U);
  EXPECT_NE(login_advice(result).front().find("TCP_NODELAY"), std::string::npos);
  result.scenario.transport.quick_ack = true;
  EXPECT_TRUE(login_advice(result).empty());
}

}  // namespace
}  // namespace squall::report
