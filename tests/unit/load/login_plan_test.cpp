#include "src/load/login_plan.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include <gtest/gtest.h>

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

Population of(std::uint32_t users, std::uint32_t workers = 1) {
  scenario::Population population;
  population.users = users;
  return {population, scenario::Direction::both, workers};
}

std::vector<std::uint32_t> due_until(LoginPlan& plan, std::int64_t now) {
  std::vector<std::uint32_t> due;
  while (const auto local = plan.take_due(now)) due.push_back(*local);
  return due;
}

TEST(LoginPlanTest, LogsUsersInOneAfterTheOtherAtTheRate) {
  const Population population = of(10);
  LoginPlan plan(population, 0, 200, 1);
  EXPECT_EQ(due_until(plan, 0), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(plan.next_due(), 5 * ms);
  EXPECT_EQ(due_until(plan, 5 * ms - 1).size(), 0u);
  EXPECT_EQ(due_until(plan, 20 * ms), (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(due_until(plan, s).size(), 5u);
  EXPECT_EQ(plan.next_due(), std::nullopt);
}

TEST(LoginPlanTest, WorkersShareOneRamp) {
  const Population population = of(8, 2);
  LoginPlan first(population, 0, 1, 1), second(population, 1, 1, 1);
  EXPECT_EQ(due_until(first, s).size(), 2u);
  EXPECT_EQ(due_until(second, s).size(), 0u);
  EXPECT_EQ(second.next_due(), 2 * s);
  EXPECT_EQ(first.next_due(), 4 * s);
}

TEST(LoginPlanTest, TheMissingPartnerOfAnOddNumberNeverLogsIn) {
  const Population population = of(3);
  LoginPlan plan(population, 0, 1000, 1);
  EXPECT_EQ(due_until(plan, s), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(plan.next_due(), std::nullopt);
}

TEST(LoginPlanTest, TheBackOffDoublesBetweenItsBoundsAndVariesByHalf) {
  for (std::uint32_t failures = 1; failures < 100; ++failures) {
    const std::int64_t whole = std::min<std::int64_t>(60 * s, failures < 7 ? s << (failures - 1) : 60 * s);
    const std::int64_t pause = backoff_pause(s, 60 * s, failures, 7, 3);
    EXPECT_GE(pause, whole / 2) << failures;
    EXPECT_LT(pause, whole / 2 * 3) << failures;
  }
  EXPECT_NE(backoff_pause(s, s, 1, 7, 3), backoff_pause(s, s, 1, 7, 4)) << "all at once is what it is to prevent";
  EXPECT_GT(backoff_pause(INT64_MAX / 4, INT64_MAX / 4, 90, 1, 1), 0);
}

TEST(LoginPlanTest, WhoWasDroppedComesBackAfterThePauseOfTheScenario) {
  const Population population = of(2);
  LoginPlan plan(population, 0, 1000, 7);
  due_until(plan, s);
  plan.reconnect(1, 3, {std::chrono::milliseconds{100}, std::chrono::seconds{1}}, s);
  EXPECT_EQ(plan.next_due(), s + backoff_pause(100 * ms, s, 3, 7, 1));
}

TEST(LoginPlanTest, ARetryComesAfterItsPauseAndOnlyOnce) {
  const Population population = of(2);
  LoginPlan plan(population, 0, 1000, 7);
  due_until(plan, s);
  plan.retry(1, 1, s);
  const std::int64_t at = s + login_pause(1, 7, 1);
  EXPECT_EQ(plan.next_due(), at);
  EXPECT_TRUE(due_until(plan, at - 1).empty());
  EXPECT_EQ(due_until(plan, at), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(plan.next_due(), std::nullopt);
}

TEST(LoginPlanTest, PausesDoubleToThirtySecondsGiveOrTakeHalf) {
  for (std::uint32_t tries = 1; tries < 40; ++tries) {
    const std::int64_t nominal = tries < 6 ? s << (tries - 1) : 30 * s;
    for (std::uint32_t user = 0; user < 50; ++user) {
      EXPECT_GE(login_pause(tries, 1, user), nominal / 2);
      EXPECT_LE(login_pause(tries, 1, user), nominal * 3 / 2);
    }
  }
  EXPECT_NE(login_pause(1, 1, 1), login_pause(1, 1, 2));
}

TEST(LoginPlanTest, CancelForgetsFirstTriesAndRetries) {
  const Population population = of(10);
  LoginPlan plan(population, 0, 1, 1);
  due_until(plan, 0);
  plan.retry(0, 1, 0);
  plan.cancel();
  EXPECT_EQ(plan.next_due(), std::nullopt);
  EXPECT_TRUE(due_until(plan, 3600 * s).empty());
}

}  // namespace
}  // namespace squall::load
