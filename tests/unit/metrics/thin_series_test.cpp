#include "src/metrics/thin_series.hpp"

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

/// Second by second, the first tenth of it the logins.
std::vector<Sample> seconds_of(std::size_t seconds, std::vector<Sample> series = {}) {
  for (std::size_t i = series.size(); i < seconds; ++i) {
    Sample sample;
    sample.seconds = static_cast<double>(i + 1);
    sample.phase = i < 10 ? "login" : "steady";
    sample.delivered = 10 * (i + 1);
    sample.p99_ns = static_cast<std::int64_t>(i % 7);
    sample.generator_cpu = 0.5;
    series.push_back(sample);
  }
  return series;
}

TEST(ThinSeriesTest, LeavesAShortSeriesAlone) {
  std::vector<Sample> series = seconds_of(99);
  thin(series, 100);
  EXPECT_EQ(series.size(), 99u);
}

TEST(ThinSeriesTest, HalvesAFullSeriesAndKeepsItsEndAndItsCounts) {
  std::vector<Sample> series = seconds_of(100);
  thin(series, 100);
  EXPECT_LE(series.size(), 50u);
  EXPECT_GE(series.size(), 20u);
  EXPECT_EQ(series.back().seconds, 100);
  EXPECT_EQ(series.back().delivered, 1000u);
  EXPECT_DOUBLE_EQ(series.back().generator_cpu, 0.5);
}

TEST(ThinSeriesTest, KeepsTheGreatestP99AndTheEndOfThePhase) {
  std::vector<Sample> series = seconds_of(100);
  series[3].p99_ns = 1'000'000;
  thin(series, 100);
  std::int64_t greatest = 0;
  bool login_ends_at_10 = false;
  for (const Sample& sample : series) {
    greatest = std::max(greatest, sample.p99_ns);
    login_ends_at_10 |= sample.phase == "login" && sample.seconds == 10;
  }
  EXPECT_EQ(greatest, 1'000'000);
  EXPECT_TRUE(login_ends_at_10);
}

TEST(ThinSeriesTest, StaysBoundedHoweverLongTheRun) {
  std::vector<Sample> series;
  for (std::size_t second = 1; second <= 20'000; ++second) {
    Sample sample;
    sample.seconds = static_cast<double>(second);
    sample.phase = "steady";
    series.push_back(sample);
    thin(series, 100);
    ASSERT_LT(series.size(), 100u);
  }
  double before = 0;
  for (const Sample& sample : series) {
    EXPECT_LE(sample.seconds - before, 4 * 20'000 / 100.0);
    before = sample.seconds;
  }
}

}  // namespace
}  // namespace squall::metrics
