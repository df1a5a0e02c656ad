// Whole runs over loopback against the embedded server. Counts are exact; no time is asserted.

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "load_fixture.hpp"
#include "src/metrics/funnel.hpp"
#include "src/server/account_store.hpp"

namespace squall::load::test {
namespace {

using scenario::Direction;
using std::chrono::milliseconds;
using std::chrono::seconds;
using xmpp::Stage;

metrics::Result run_to_end(const RunInputs& inputs, const Progress& progress = {}) {
  Interrupt interrupt;
  auto result = run(inputs, progress, interrupt);
  EXPECT_TRUE(result.has_value());
  expect_adds_up(*result);
  return std::move(*result);
}

std::uint64_t users_at(const metrics::Result& result, Stage stage) {
  std::uint64_t users = 0;
  for (const auto& row : result.funnel.rows) users += row.stage == stage ? row.users : 0;
  return users;
}

TEST(LoadRunTest, DeliversEveryMessageOfTwoHundredUsersAndAgreesWithTheServersCounts) {
  ServerThread server;
  const std::size_t descriptors = open_descriptors();
  const auto result = run_to_end(inputs_for(server.endpoint(), 200));
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_EQ(result.audit.planned, 1000u) << "200 users, 5 a second, 1 second";
  EXPECT_EQ(result.audit.delivered_in_order, 1000u);
  EXPECT_EQ(result.audit.arrivals, 1000u);
  EXPECT_EQ(users_at(result, Stage::online), 200u);
  EXPECT_EQ(result.funnel.reached_online, 200u);
  EXPECT_EQ(result.funnel.tries, 200u);
  EXPECT_EQ(result.pairs, 100u);
  EXPECT_EQ(result.latency.from_send.count(), 1000u);
  EXPECT_EQ(result.health.send_lateness.count(), 1000u);
  EXPECT_NE(result.verdict, metrics::Verdict::lost);
  EXPECT_EQ(server.counts().messages_in, 1000u);
  EXPECT_EQ(server.counts().messages_routed, 1000u);
  EXPECT_EQ(server.counts().logins, 200u);
}

TEST(LoadRunTest, AllWaysOfWakingPlanAndDeliverTheSame) {
  ServerThread server;
  for (const int tick : {0, 1, 10}) {
    RunInputs inputs = inputs_for(server.endpoint(), 20);
    inputs.scenario.tick = milliseconds{tick};
    const auto result = run_to_end(inputs);
    EXPECT_EQ(result.audit.planned, 100u);
    EXPECT_EQ(result.audit.delivered(), 100u);
  }
}

TEST(LoadRunTest, SeveralWorkersShareUsersAndAddUp) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 62);
  inputs.scenario.workers = 3;
  const auto result = run_to_end(inputs);
  EXPECT_EQ(result.audit.planned, 310u);
  EXPECT_EQ(result.audit.delivered(), 310u);
  EXPECT_EQ(result.health.worker_cpu.size(), 3u);
  EXPECT_EQ(users_at(result, Stage::online), 62u);
}

TEST(LoadRunTest, OneWayOnlyTheFirstOfEachPairSends) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 20);
  inputs.scenario.direction = Direction::one_way;
  const auto result = run_to_end(inputs);
  EXPECT_EQ(result.audit.planned, 50u);
  EXPECT_EQ(result.audit.delivered(), 50u);
}

TEST(LoadRunTest, ABodyWithoutRoomForTheStampIsAccountedForByItsId) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 10);
  inputs.scenario.length = min_body_bytes;
  const auto result = run_to_end(inputs);
  EXPECT_EQ(result.audit.planned, 50u);
  EXPECT_EQ(result.audit.delivered(), 50u);
}

TEST(LoadRunTest, OfAnOddNumberTheLastSendersMessagesAreBouncedAndThatIsWell) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 5);
  inputs.scenario.direction = Direction::one_way;
  const auto result = run_to_end(inputs);
  EXPECT_EQ(result.audit.planned, 15u);
  EXPECT_EQ(result.audit.delivered(), 10u);
  EXPECT_EQ(result.audit.bounced, 5u);
  EXPECT_EQ(result.planned_to_nobody, 5u);
  EXPECT_NE(result.verdict, metrics::Verdict::lost);
}

TEST(LoadRunTest, WrongPasswordsAreCountedAndTheOthersGoOn) {
  server::ServerOptions options;
  options.accounts =
      server::make_listed_accounts({{"test1", "test1"}, {"test2", "test2"}, {"test3", "other"}, {"test4", "test4"}});
  ServerThread server(std::move(options));
  const auto result = run_to_end(inputs_for(server.endpoint(), 4));
  EXPECT_EQ(users_at(result, Stage::online), 3u);
  EXPECT_EQ(users_at(result, Stage::auth), 1u);
  EXPECT_EQ(result.funnel.first_try_failures.size(), 1u);
  EXPECT_EQ(result.audit.planned, 20u) << "what the user who is not online had planned counts, too";
  EXPECT_EQ(result.audit.delivered(), 10u);
  EXPECT_EQ(result.audit.unsent_not_online, 5u);
  EXPECT_EQ(result.audit.bounced, 5u);
  EXPECT_NE(result.verdict, metrics::Verdict::ok);
}

TEST(LoadRunTest, ALoginIsTriedAgainAsOftenAsTheScenarioSays) {
  server::ServerOptions options;
  options.accounts = server::make_listed_accounts({{"test1", "test1"}, {"test2", "other"}});
  ServerThread server(std::move(options));
  RunInputs inputs = inputs_for(server.endpoint(), 2);
  inputs.scenario.login_tries = 2;
  const auto result = run_to_end(inputs);
  EXPECT_EQ(result.funnel.tries, 3u);
  EXPECT_EQ(users_at(result, Stage::auth), 1u);
  ASSERT_EQ(result.funnel.first_try_failures.size(), 1u);
  EXPECT_EQ(result.funnel.first_try_failures[0].users, 1u);
}

TEST(LoadRunTest, WithNobodyOnlineNothingIsPlanned) {
  boost::asio::ip::tcp::endpoint silent;
  {
    ServerThread server;
    silent = server.endpoint();
  }
  const auto result = run_to_end(inputs_for(silent, 6));
  EXPECT_EQ(users_at(result, Stage::connect), 6u);
  EXPECT_EQ(result.funnel.rows.size(), 1u);
  EXPECT_EQ(result.audit.planned, 0u);
  EXPECT_EQ(result.verdict, metrics::Verdict::nobody_online);
}

TEST(LoadRunTest, TheNextEndpointIsTriedWithinOneLogin) {
  boost::asio::ip::tcp::endpoint silent;
  {
    ServerThread gone;
    silent = gone.endpoint();
  }
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 10);
  inputs.endpoints.insert(inputs.endpoints.begin(), silent);
  const auto result = run_to_end(inputs);
  EXPECT_EQ(users_at(result, Stage::online), 10u);
  EXPECT_EQ(result.funnel.tries, 10u);
  EXPECT_TRUE(result.funnel.first_try_failures.empty());
}

TEST(LoadRunTest, AServerThatGoesAwayLeavesUsersClosedAndTheRestUnsent) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 40);
  inputs.scenario.duration = seconds{3};
  const auto result = run_to_end(inputs, [&server](const metrics::Sample& sample) {
    if (sample.phase == "steady" && sample.delivered > 0) server.kill();
  });
  EXPECT_EQ(users_at(result, Stage::closed), 40u);
  EXPECT_EQ(result.audit.planned, 600u) << "the plan goes on although nobody is there to follow it";
  EXPECT_GT(result.audit.delivered(), 0u);
  EXPECT_GT(result.audit.unsent_not_online, 0u);
  EXPECT_NE(result.verdict, metrics::Verdict::ok);
}

TEST(LoadRunTest, ProgressComesOnceASecondAndTheLastSampleHasTheTotals) {
  ServerThread server;
  std::vector<metrics::Sample> samples;
  const auto result = run_to_end(inputs_for(server.endpoint(), 20),
                                 [&samples](const metrics::Sample& sample) { samples.push_back(sample); });
  ASSERT_FALSE(samples.empty());
  EXPECT_EQ(samples.back().sent, result.audit.sent());
  EXPECT_EQ(samples.back().delivered, result.audit.delivered());
  EXPECT_EQ(samples.back().outstanding, 0u);
  EXPECT_EQ(samples.size(), result.series.size());
  for (std::size_t i = 1; i < samples.size(); ++i) {
    EXPECT_GT(samples[i].seconds, samples[i - 1].seconds);
    EXPECT_GE(samples[i].delivered, samples[i - 1].delivered);
  }
}

TEST(LoadRunTest, TheTracedUsersStreamIsShownWithoutItsPassword) {
  ServerThread server;
  RunInputs inputs = inputs_for(server.endpoint(), 4);
  inputs.scenario.trace_user = 3;
  inputs.scenario.workers = 2;
  std::string sent, received;
  inputs.trace = [&](TraceDirection direction, std::string_view xml) {
    if (direction == TraceDirection::sent) sent += xml;
    if (direction == TraceDirection::received) received += xml;
  };
  run_to_end(inputs);
  EXPECT_THAT(sent, ::testing::StartsWith("<?xml"));
  EXPECT_THAT(sent, ::testing::HasSubstr("to='test4@localhost'"));
  EXPECT_THAT(sent, ::testing::Not(::testing::HasSubstr("to='test2@localhost'")));
  EXPECT_THAT(sent, ::testing::HasSubstr(">***<"));
  EXPECT_THAT(sent, ::testing::EndsWith("</stream:stream>"));
  EXPECT_THAT(received, ::testing::HasSubstr("<body>sqm"));
}

}  // namespace
}  // namespace squall::load::test
