#include "src/load/population.hpp"

#include <set>

#include <gtest/gtest.h>

namespace squall::load {
namespace {

using scenario::Direction;

Population of(std::uint32_t users, Direction direction = Direction::both, std::uint32_t workers = 1) {
  scenario::Population population;
  population.users = users;
  population.first = 100;
  return {population, direction, workers};
}

TEST(PopulationTest, PairsNeighboursFromTheFirstNumberOn) {
  const Population population = of(6);
  EXPECT_EQ(population.pairs(), 3u);
  EXPECT_EQ(population.number(0), 100u);
  EXPECT_EQ(Population::partner(0), 1u);
  EXPECT_EQ(Population::partner(5), 4u);
  EXPECT_EQ(population.senders(), 6u);
}

TEST(PopulationTest, OneWayTheFirstOfEachPairSends) {
  const Population population = of(6, Direction::one_way);
  EXPECT_EQ(population.senders(), 3u);
  for (std::uint32_t user = 0; user < 6; ++user) EXPECT_EQ(population.sends(user), user % 2 == 0);
  EXPECT_EQ(population.sender_of(4), 2u);
}

TEST(PopulationTest, OfAnOddNumberTheLastSendsToSomebodyWhoIsNotThere) {
  const Population population = of(5, Direction::one_way);
  EXPECT_EQ(population.pairs(), 3u);
  EXPECT_EQ(population.senders(), 3u);
  EXPECT_TRUE(population.sends(4));
  EXPECT_FALSE(population.exists(5));
  EXPECT_FALSE(population.sends(5));
}

TEST(PopulationTest, EveryUserBelongsToOneWorkerTogetherWithHisPartner) {
  for (const std::uint32_t workers : {1u, 2u, 3u, 7u}) {
    for (const std::uint32_t users : {1u, 2u, 5u, 14u, 101u}) {
      const Population population = of(users, Direction::both, workers);
      std::set<std::uint32_t> seen;
      for (std::uint32_t worker = 0; worker < workers; ++worker) {
        for (std::uint32_t local = 0; local < population.locals(worker); ++local) {
          const std::uint32_t user = population.user_of(worker, local);
          EXPECT_EQ(population.worker_of(user), worker);
          EXPECT_EQ(population.local_of(user), local);
          EXPECT_EQ(population.worker_of(Population::partner(user)), worker);
          EXPECT_TRUE(seen.insert(user).second);
        }
      }
      EXPECT_GE(seen.size(), users);
      EXPECT_LE(seen.size(), users + 1);
    }
  }
}

TEST(PopulationTest, ProcessesShareThePairsWithoutOverlap) {
  scenario::Population population;
  population.users = 22;
  std::set<std::uint32_t> seen;
  for (std::uint32_t index = 0; index < 3; ++index) {
    const Population own(population, Direction::both, 2, {index, 3});
    EXPECT_EQ(own.workers(), 2u);
    for (std::uint32_t i = 0; i < own.workers(); ++i)
      for (std::uint32_t local = 0; local < own.locals(own.worker(i)); ++local) {
        const std::uint32_t user = own.user_of(own.worker(i), local);
        EXPECT_TRUE(own.is_own(user));
        EXPECT_EQ(own.own_worker_of(user), i);
        EXPECT_EQ(own.local_of(user), local);
        EXPECT_EQ(own.is_own(Population::partner(user)), true);
        EXPECT_TRUE(seen.insert(user).second) << user;
      }
  }
  EXPECT_EQ(seen.size(), 22u);
}

}  // namespace
}  // namespace squall::load
