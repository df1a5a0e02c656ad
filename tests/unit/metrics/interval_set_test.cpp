#include "src/metrics/interval_set.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

using Intervals = std::vector<IntervalSet::Interval>;

TEST(IntervalSetTest, JoinsNeighboursAndOverlaps) {
  IntervalSet set;
  EXPECT_EQ(set.add(10, 12), 3u);
  EXPECT_EQ(set.add(14, 15), 2u);
  EXPECT_EQ(set.intervals(), (Intervals{{10, 12}, {14, 15}}));
  EXPECT_TRUE(set.add(13));
  EXPECT_EQ(set.intervals(), (Intervals{{10, 15}}));
  EXPECT_EQ(set.add(5, 20), 10u);
  EXPECT_EQ(set.intervals(), (Intervals{{5, 20}}));
  EXPECT_FALSE(set.add(5));
}

TEST(IntervalSetTest, SplitsWhereANumberIsTakenOut) {
  IntervalSet set;
  set.add(1, 5);
  EXPECT_TRUE(set.remove(3));
  EXPECT_FALSE(set.remove(3));
  EXPECT_EQ(set.intervals(), (Intervals{{1, 2}, {4, 5}}));
  EXPECT_TRUE(set.remove(1));
  EXPECT_TRUE(set.remove(5));
  EXPECT_TRUE(set.remove(2));
  EXPECT_TRUE(set.remove(4));
  EXPECT_TRUE(set.empty());
}

TEST(IntervalSetTest, HoldsBothEndsOfItsRange) {
  IntervalSet set;
  set.add(0);
  set.add(UINT32_MAX);
  EXPECT_TRUE(set.contains(0));
  EXPECT_TRUE(set.contains(UINT32_MAX));
  EXPECT_EQ(set.size(), 2u);
  EXPECT_EQ(set.add(0, UINT32_MAX), (std::uint64_t{1} << 32) - 2);
  EXPECT_EQ(set.intervals().size(), 1u);
}

TEST(IntervalSetTest, AgreesWithAPlainSetOverRandomOperations) {
  std::mt19937 random{4};
  IntervalSet set;
  std::set<std::uint32_t> model;
  for (int step = 0; step < 20000; ++step) {
    const std::uint32_t number = static_cast<std::uint32_t>(random() % 200);
    if (random() % 2 == 0) {
      EXPECT_EQ(set.add(number), model.insert(number).second);
    } else {
      EXPECT_EQ(set.remove(number), model.erase(number) == 1);
    }
    EXPECT_EQ(set.contains(number), model.contains(number));
  }
  EXPECT_EQ(set.size(), model.size());
  for (std::size_t i = 1; i < set.intervals().size(); ++i) {
    EXPECT_GT(set.intervals()[i].first, set.intervals()[i - 1].last + 1);
  }
}

}  // namespace
}  // namespace squall::metrics
