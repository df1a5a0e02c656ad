// An ordered end and an end at once, asked for in each phase.

#include <gtest/gtest.h>

#include "load_fixture.hpp"

namespace squall::load::test {
namespace {

using std::chrono::seconds;

/// Runs, and asks for an end `times` times as soon as a sample comes from `phase`.
std::optional<metrics::Result> interrupt_in(const std::string& phase, RunInputs inputs, int times) {
  Interrupt interrupt;
  bool asked = false;
  auto result = run(
      inputs,
      [&](const metrics::Sample& sample) {
        if (asked || sample.phase != phase) return;
        asked = true;
        for (int i = 0; i < times; ++i) interrupt.request();
      },
      interrupt);
  EXPECT_TRUE(asked) << "there was no sample from phase " << phase;
  return result;
}

RunInputs slow_login(const ServerThread& server) {
  RunInputs inputs = inputs_for(server.endpoint(), 100);
  inputs.scenario.login_rate_hz = 10;
  return inputs;
}

RunInputs endless(const ServerThread& server) {
  RunInputs inputs = inputs_for(server.endpoint(), 40);
  inputs.scenario.duration.reset();
  return inputs;
}

TEST(LoadInterruptTest, DuringLoginItLogsOutWhoIsOnlineAndPlansNothing) {
  ServerThread server;
  const std::size_t descriptors = open_descriptors();
  const auto result = interrupt_in("login", slow_login(server), 1);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_TRUE(result->interrupted);
  EXPECT_EQ(result->audit.planned, 0u);
  EXPECT_GT(result->funnel.reached_online, 0u);
  EXPECT_LT(result->funnel.reached_online, 100u);
  EXPECT_EQ(result->verdict, metrics::Verdict::ok) << result->verdict_sentence;
}

TEST(LoadInterruptTest, InTheSteadyPhaseEverythingPlannedUntilThenIsDelivered) {
  ServerThread server;
  const auto result = interrupt_in("steady", endless(server), 1);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_TRUE(result->interrupted);
  EXPECT_GT(result->audit.planned, 0u);
  EXPECT_EQ(result->audit.delivered(), result->audit.planned);
  EXPECT_EQ(server.counts().messages_in, result->audit.planned);
}

TEST(LoadInterruptTest, TwiceDuringLoginItReturnsWithoutAResultAndWithoutDescriptors) {
  ServerThread server;
  const std::size_t descriptors = open_descriptors();
  EXPECT_FALSE(interrupt_in("login", slow_login(server), 2));
  server.kill();
  EXPECT_LT(open_descriptors(), descriptors) << "the server's are gone, too";
}

TEST(LoadInterruptTest, TwiceInTheSteadyPhaseItReturnsWithoutAResult) {
  ServerThread server;
  EXPECT_FALSE(interrupt_in("steady", endless(server), 2));
}

TEST(LoadInterruptTest, BeforeTheFirstLoginItReportsAnEmptyRun) {
  ServerThread server;
  Interrupt interrupt;
  interrupt.request();
  const auto result = run(slow_login(server), {}, interrupt);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_EQ(result->audit.planned, 0u);
}

}  // namespace
}  // namespace squall::load::test
