#include "src/load/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

TEST(ScheduleTest, DoesNotDriftOverTenMillionPeriods) {
  const Schedule schedule(0.05, 1000, 1, 0);
  const std::int64_t first = schedule.due(17, 0);
  EXPECT_EQ(schedule.due(17, 10'000'000) - first, 10'000'000 * 20 * s);
}

TEST(ScheduleTest, HoldsARateThatNoNanosecondPeriodCanSay) {
  const Schedule thirds(3, 10, 1, 0);  // a period of 333333333.33… ns
  const double error = static_cast<double>(thirds.due(0, 10'000'000)) - 1e16 / 3;
  EXPECT_LT(std::abs(error), 10) << "ns after 38 days";
}

TEST(ScheduleTest, SpacesEveryPairOfMessagesOfASenderByThePeriodToTheNanosecond) {
  const Schedule schedule(7.3, 50, 3, 0);
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    const std::int64_t gap = schedule.due(11, n + 1) - schedule.due(11, n);
    ASSERT_LE(std::abs(gap - schedule.period()), 1) << n;
  }
}

TEST(ScheduleTest, SpreadsTheFirstMessagesEvenlyOverOnePeriod) {
  constexpr std::uint32_t senders = 1000;
  const Schedule schedule(0.5, senders, 42, 0);
  std::vector<std::int64_t> phases;
  for (std::uint32_t sender = 0; sender < senders; ++sender) phases.push_back(schedule.due(schedule.rank(sender), 0));
  std::ranges::sort(phases);
  EXPECT_EQ(phases.front(), 0);
  EXPECT_LT(phases.back(), 2 * s);
  for (std::size_t i = 1; i < phases.size(); ++i)
    EXPECT_NEAR(static_cast<double>(phases[i] - phases[i - 1]), 2 * ms, 1);
}

TEST(ScheduleTest, EverySeedGivesAPermutationOfTheRanksAndAnotherOne) {
  for (const std::uint32_t senders : {1u, 2u, 3u, 4u, 6u, 1000u, 4999u, 10'000u}) {
    for (const std::uint64_t seed : {0u, 1u, 2u, 12345u}) {
      const Schedule schedule(1, senders, seed, 0);
      std::set<std::uint32_t> ranks;
      for (std::uint32_t sender = 0; sender < senders; ++sender) ranks.insert(schedule.rank(sender));
      EXPECT_EQ(ranks.size(), senders);
      EXPECT_EQ(*ranks.rbegin(), senders - 1);
    }
  }
  const Schedule one(1, 1000, 1, 0), same(1, 1000, 1, 0), two(1, 1000, 2, 0);
  std::size_t equal = 0;
  for (std::uint32_t sender = 0; sender < 1000; ++sender) {
    EXPECT_EQ(one.rank(sender), same.rank(sender));
    if (one.rank(sender) == two.rank(sender)) ++equal;
  }
  EXPECT_LT(equal, 100u);
}

TEST(ScheduleTest, LiesOnTheTicksGridByLessThanATickBeforeTheExactInstant) {
  const Schedule exact(2.7, 333, 5, 0), gridded(2.7, 333, 5, ms);
  for (std::uint32_t rank = 0; rank < 333; ++rank) {
    for (const std::uint64_t n : {0u, 1u, 999u, 123'456u}) {
      const std::int64_t due = gridded.due(rank, n);
      EXPECT_EQ(due % ms, 0);
      EXPECT_LE(due, exact.due(rank, n));
      EXPECT_GT(due, exact.due(rank, n) - ms);
    }
  }
}

TEST(ScheduleTest, PlansExactlyRateTimesDuration) {
  const Schedule schedule(0.2, 10'000, 1, 7 * ms);
  std::uint64_t planned = 0;
  for (std::uint32_t rank = 0; rank < 10'000; ++rank) {
    for (std::uint64_t n = 0; schedule.instant(rank, n) < 10 * s; ++n) ++planned;
  }
  EXPECT_EQ(planned, 20'000u);
}

TEST(ScheduleTest, HoldsVerySlowAndVeryFastRates) {
  EXPECT_EQ(Schedule(1.0 / 86'400, 10, 1, 0).period(), 86'400 * s);
  EXPECT_EQ(Schedule(1.0 / 86'400, 10, 1, 0).due(0, 10'000), 864'000'000 * s);
  EXPECT_EQ(Schedule(1e6, 10, 1, 0).due(0, 1'000'000'000), 1000 * s);
}

}  // namespace
}  // namespace squall::load
