#include "src/report/units.hpp"

#include <gtest/gtest.h>

#include "src/metrics/histogram.hpp"

namespace squall::report {
namespace {

TEST(UnitsTest, CountsHaveThousandsParted) {
  EXPECT_EQ(count(0), "0");
  EXPECT_EQ(count(999), "999");
  EXPECT_EQ(count(1000), "1,000");
  EXPECT_EQ(count(123456789), "123,456,789");
  EXPECT_EQ(count(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(UnitsTest, SharesNeverRoundToAllOrNothing) {
  EXPECT_EQ(share(0, 0), "0 %");
  EXPECT_EQ(share(0, 5), "0 %");
  EXPECT_EQ(share(5, 5), "100 %");
  EXPECT_EQ(share(1, 3), "33.33 %");
  EXPECT_EQ(share(1, 1'000'000), "0.01 %");
  EXPECT_EQ(share(999'999, 1'000'000), "99.99 %");
}

TEST(UnitsTest, MillisecondsHaveThreePlaces) {
  EXPECT_EQ(milliseconds(std::int64_t{0}), "0.000");
  EXPECT_EQ(milliseconds(std::int64_t{41'003'499}), "41.003");
  EXPECT_EQ(milliseconds(1500.0), "0.002");
  EXPECT_EQ(milliseconds(metrics::Histogram::never), "never");
}

TEST(UnitsTest, OtherNumbersAreShort) {
  EXPECT_EQ(seconds(30), "30.0 s");
  EXPECT_EQ(decimal(500), "500");
  EXPECT_EQ(decimal(0.05), "0.05");
  EXPECT_EQ(decimal(2.5), "2.5");
  EXPECT_EQ(mebibytes(20 << 20), "20.0 MiB");
}

}  // namespace
}  // namespace squall::report
