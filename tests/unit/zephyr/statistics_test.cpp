#include "src/zephyr/statistics.hpp"

#include <gtest/gtest.h>

namespace squall::zephyr::test {
namespace {

TEST(StatisticsTest, MedianOfAnOddNumberIsTheOneInTheMiddle) {
  const auto found = spread({5, 1, 9});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->median, 5);
  EXPECT_EQ(found->low, 1);
  EXPECT_EQ(found->high, 9);
  EXPECT_EQ(found->values, 3u);
}

TEST(StatisticsTest, MedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle) {
  EXPECT_EQ(spread({8, 2, 4, 100})->median, 6);
}

TEST(StatisticsTest, NothingHasNoMedianAndNoMean) {
  EXPECT_FALSE(spread({}));
  EXPECT_FALSE(geometric_mean({}));
}

TEST(StatisticsTest, TwiceAndHalfCancelInTheGeometricMean) {
  EXPECT_NEAR(*geometric_mean({2, 0.5}), 1, 1e-12);
  EXPECT_NEAR(*geometric_mean({1, 10, 100}), 10, 1e-12);
}

}  // namespace
}  // namespace squall::zephyr::test
