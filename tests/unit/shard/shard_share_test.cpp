#include "src/shard/shard_share.hpp"

#include <gtest/gtest.h>

namespace squall::shard {
namespace {

scenario::Scenario of(std::uint32_t users, std::uint32_t workers = 1) {
  scenario::Scenario scenario;
  scenario.population.users = users;
  scenario.workers = workers;
  return scenario;
}

TEST(ShardShareTest, IsWrittenAsPeopleCount) {
  EXPECT_EQ(parse_shard("1/4"), (scenario::Shard{0, 4}));
  EXPECT_EQ(parse_shard("4/4"), (scenario::Shard{3, 4}));
  EXPECT_EQ(format_shard({2, 4}), "3/4");
  for (const char* wrong : {"", "1", "/", "0/4", "5/4", "1/0", "-1/4", "1/4 ", "1/4/4", "a/4", "1/99999"})
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
}

TEST(ShardShareTest, SharesAddUpToTheWhole) {
  for (const std::uint32_t users : {2u, 7u, 8u, 101u, 1000u})
    for (const std::uint32_t workers : {1u, 3u})
      for (const std::uint32_t count : {1u, 2u, 5u}) {
        const auto scenario = of(users, workers);
        Share sum;
        for (std::uint32_t i = 0; i < count; ++i) {
          const Share share = share_of(scenario, {i, count});
          sum.users += share.users;
          sum.pairs += share.pairs;
          sum.senders += share.senders;
        }
        EXPECT_EQ(sum.users, users) << workers << " workers, " << count << " shards";
        EXPECT_EQ(sum.pairs, (users + 1) / 2);
        EXPECT_EQ(sum.senders, users);
      }
}

TEST(ShardShareTest, ALostShardsUsersAreCountedAndItsMessagesUnsent) {
  auto scenario = of(8);
  scenario.rate_hz = 2;
  scenario.duration = std::chrono::seconds{5};
  const metrics::Result lost = lost_shard(scenario, {1, 2}, "was ended by signal 9 (Killed)", true);
  ASSERT_EQ(lost.funnel.rows.size(), 1u);
  EXPECT_EQ(lost.funnel.rows[0].users, 4u);
  EXPECT_EQ(lost.funnel.rows[0].error, "generator process 2/2 was ended by signal 9 (Killed)");
  EXPECT_EQ(lost.audit.planned, 40u);
  EXPECT_EQ(lost.audit.unsent_aborted, 40u);
}

TEST(ShardShareTest, AShardLostBeforeTheSteadyPhaseHadPlannedNothing) {
  EXPECT_EQ(lost_shard(of(8), {0, 2}, "exited with status 70", false).audit.planned, 0u);
}

TEST(ShardShareTest, TakesAsManyProcessesAsTheDescriptorsNeed) {
  EXPECT_EQ(processes_for(1000, 20000, 72), 1u);
  EXPECT_EQ(processes_for(19928, 20000, 72), 1u);
  EXPECT_EQ(processes_for(19930, 20000, 72), 2u);
  EXPECT_EQ(processes_for(100000, 20000, 72), 6u);
  EXPECT_EQ(processes_for(10, 50, 72), 1u);  // is refused later, in words
}

}  // namespace
}  // namespace squall::shard
