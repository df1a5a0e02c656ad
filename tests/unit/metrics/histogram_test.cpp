#include "src/metrics/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

std::int64_t exact_quantile(std::vector<std::int64_t> values, double q) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size()) - 1e-6));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const std::int64_t value : values) histogram.record(value);
  return histogram;
}

std::vector<std::int64_t> spread_over_decades(std::size_t count, unsigned seed) {
  std::mt19937_64 random{seed};
  std::uniform_real_distribution<double> exponent{0.0, std::log(3.6e12)};
  std::vector<std::int64_t> values(count);
  for (auto& value : values) value = static_cast<std::int64_t>(std::exp(exponent(random)));
  return values;
}

TEST(HistogramTest, ReportsEachSingleValueExactly) {
  for (const std::int64_t value : spread_over_decades(2000, 1)) {
    Histogram histogram;
    histogram.record(value);
    EXPECT_EQ(histogram.quantile(0.5), value);
  }
}

TEST(HistogramTest, StaysWithinOnePercentOfExactQuantilesFromNanosecondsToAnHour) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const auto values = spread_over_decades(20000, seed);
    const Histogram histogram = of(values);
    for (const double q : {0.0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
      const auto exact = static_cast<double>(exact_quantile(values, q));
      EXPECT_NEAR(static_cast<double>(histogram.quantile(q)), exact, 0.01 * exact) << "q " << q << " seed " << seed;
    }
  }
}

TEST(HistogramTest, HoldsEveryValueInABucketNarrowerThanTwoPercent) {
  for (const std::int64_t value : spread_over_decades(5000, 7)) {
    const auto buckets = of({value}).buckets();
    ASSERT_EQ(buckets.size(), 1u);
    EXPECT_LE(buckets[0].low, value);
    EXPECT_GT(buckets[0].high, value);
    EXPECT_LE(buckets[0].high - buckets[0].low, 1 + value / 50);
  }
}

TEST(HistogramTest, BucketsMeetWithoutGapOrOverlapAtPowersOfTwo) {
  Histogram histogram;
  for (std::int64_t value = 1; value < 5000; ++value) histogram.record(value);
  const auto buckets = histogram.buckets();
  for (std::size_t i = 1; i < buckets.size(); ++i) EXPECT_EQ(buckets[i - 1].high, buckets[i].low);
  for (std::size_t i = 0; i + 1 < buckets.size(); ++i) {
    EXPECT_EQ(buckets[i].count, static_cast<std::uint64_t>(buckets[i].high - buckets[i].low));
  }
}

TEST(HistogramTest, KeepsMinMaxAndMeanExactEvenOutsideItsRange) {
  Histogram histogram;
  histogram.record(-5);
  histogram.record(7'200'000'000'000);
  EXPECT_EQ(histogram.min(), -5);
  EXPECT_EQ(histogram.max(), 7'200'000'000'000);
  EXPECT_DOUBLE_EQ(histogram.mean(), (7'200'000'000'000.0 - 5) / 2);
  EXPECT_EQ(histogram.quantile(0.5), 0);
}

TEST(HistogramTest, MergedPartsEqualTheWhole) {
  const auto values = spread_over_decades(3000, 9);
  Histogram odd, even;
  for (std::size_t i = 0; i < values.size(); ++i) (i % 2 == 0 ? even : odd).record(values[i]);
  odd.record_infinite(3);
  odd += even;
  const Histogram whole = of(values);
  EXPECT_EQ(odd.count(), whole.count() + 3);
  EXPECT_EQ(odd.min(), whole.min());
  EXPECT_EQ(odd.max(), whole.max());
  EXPECT_NEAR(odd.mean(), whole.mean(), 1e-9 * whole.mean());
  ASSERT_EQ(odd.buckets().size(), whole.buckets().size());
  for (std::size_t i = 0; i < whole.buckets().size(); ++i) EXPECT_EQ(odd.buckets()[i].count, whole.buckets()[i].count);
}

TEST(HistogramTest, InfiniteValuesStandAboveAllOthersInQuantilesOnly) {
  Histogram histogram = of({10, 20, 30});
  histogram.record_infinite();
  EXPECT_EQ(histogram.count(), 4u);
  EXPECT_EQ(histogram.infinite(), 1u);
  EXPECT_EQ(histogram.quantile(0.75), 30);
  EXPECT_EQ(histogram.quantile(0.76), Histogram::never);
  EXPECT_EQ(histogram.max(), 30);
  EXPECT_DOUBLE_EQ(histogram.mean(), 20);
}

TEST(HistogramTest, QuantilesOfRoundSharesAreNotPushedUpByRounding) {
  Histogram histogram;
  for (std::int64_t value = 1; value <= 100; ++value) histogram.record(value);
  for (int percent = 1; percent <= 100; ++percent) EXPECT_EQ(histogram.quantile(percent / 100.0), percent);
}

TEST(HistogramTest, IsZeroWhenEmptyAndAfterClear) {
  Histogram histogram;
  EXPECT_EQ(histogram.quantile(0.5), 0);
  histogram.record(5, 4);
  EXPECT_EQ(histogram.count(), 4u);
  histogram.clear();
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.max(), 0);
  EXPECT_TRUE(histogram.buckets().empty());
}

}  // namespace
}  // namespace squall::metrics
