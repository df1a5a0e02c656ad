#include "src/zephyr/capacity.hpp"

#include <gtest/gtest.h>

namespace squall::zephyr::test {
namespace {

/// A server that bears so many a second, and a generator that sends so many.
Probing bears(double server, double generator = 1e9) {
  return [=](double rate) {
    Probe probe{.rate_hz = rate};
    probe.is_borne = rate <= server && rate <= generator;
    probe.is_generators_limit = rate > generator;
    return probe;
  };
}

TEST(CapacityTest, IsFoundToFourPercent) {
  for (const double truth : {1000.0, 3333.0, 50'000.0, 123'456.0}) {
    const Capacity found = search(bears(truth), 1000, 1e6);
    EXPECT_LE(found.rate_hz, truth);
    EXPECT_GT(found.rate_hz, truth * 0.96) << truth;
    EXPECT_FALSE(found.is_lower_bound);
    EXPECT_LT(found.probes.size(), 20u);
  }
}

TEST(CapacityTest, IsALowerBoundWhereTheGeneratorCanDoNoMore) {
  const Capacity found = search(bears(1e9, 40'000), 1000, 1e6);
  EXPECT_TRUE(found.is_lower_bound);
  EXPECT_GT(found.rate_hz, 38'000);
  EXPECT_LE(found.rate_hz, 40'000);
}

TEST(CapacityTest, IsALowerBoundWhereTheHighestRateIsBorne) {
  const Capacity found = search(bears(1e9), 1000, 4000);
  EXPECT_TRUE(found.is_lower_bound);
  EXPECT_EQ(found.rate_hz, 4000);
}

TEST(CapacityTest, IsNothingWhereNotEvenTheLeastIsBorne) {
  const Capacity found = search(bears(500), 1000, 1e6);
  EXPECT_EQ(found.rate_hz, 0);
  EXPECT_EQ(found.probes.size(), 1u);
}

}  // namespace
}  // namespace squall::zephyr::test
