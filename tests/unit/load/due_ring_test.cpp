#include "src/load/due_ring.hpp"

#include <map>

#include <gtest/gtest.h>

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

Population of(std::uint32_t users, std::uint32_t workers = 1, scenario::Direction d = scenario::Direction::both) {
  scenario::Population population;
  population.users = users;
  return {population, d, workers};
}

TEST(DueRingTest, GivesEverySendersMessagesInOrderOfTime) {
  const Population population = of(100);
  const Schedule schedule(0.5, population.senders(), 9, ms);
  DueRing ring(population, schedule, 0);
  std::map<std::uint32_t, std::uint64_t> sent;
  std::int64_t last = 0;
  for (; ring.due() < 20 * s; ring.advance()) {
    EXPECT_GE(ring.due(), last);
    last = ring.due();
    const std::uint32_t user = population.user_of(0, ring.local());
    EXPECT_EQ(ring.due(), schedule.due(schedule.rank(user), sent[user]++));
  }
  ASSERT_EQ(sent.size(), 100u);
  for (const auto& [user, count] : sent) EXPECT_EQ(count, 10u) << user;
}

TEST(DueRingTest, WorkersTogetherPlanWhatOneWouldPlanAlone) {
  std::map<std::uint32_t, std::uint64_t> alone, together;
  const auto collect = [](const Population& population, auto& sent) {
    const Schedule schedule(1, population.senders(), 4, ms);
    for (std::uint32_t worker = 0; worker < population.workers(); ++worker) {
      DueRing ring(population, schedule, worker);
      for (; !ring.empty() && ring.due() < 5 * s; ring.advance()) ++sent[population.user_of(worker, ring.local())];
    }
  };
  collect(of(62), alone);
  collect(of(62, 3), together);
  EXPECT_EQ(alone, together);
}

TEST(DueRingTest, NoTickOfAnEvenLoadHasMoreThanItsShare) {
  const Population population = of(10'000);
  const Schedule schedule(0.2, population.senders(), 1, ms);  // 2,000 a second: two a tick
  DueRing ring(population, schedule, 0);
  std::map<std::int64_t, int> ticks;
  for (; ring.due() < 10 * s; ring.advance()) ++ticks[ring.due()];
  for (const auto& [tick, count] : ticks) EXPECT_LE(count, 3) << tick;
}

TEST(DueRingTest, OneWayOnlySendersAreInIt) {
  const Population population = of(7, 1, scenario::Direction::one_way);
  const Schedule schedule(1, population.senders(), 1, 0);
  DueRing ring(population, schedule, 0);
  for (int i = 0; i < 8; ++i, ring.advance()) EXPECT_EQ(ring.local() % 2, 0u);
}

TEST(DueRingTest, AWorkerWithoutUsersHasNothingDue) {
  const Population population = of(2, 2);
  const Schedule schedule(1, population.senders(), 1, 0);
  EXPECT_TRUE(DueRing(population, schedule, 1).empty());
}

}  // namespace
}  // namespace squall::load
