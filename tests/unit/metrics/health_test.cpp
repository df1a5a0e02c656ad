#include "src/metrics/health.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

GeneratorHealth punctual() {
  GeneratorHealth health;
  health.send_lateness.record(20'000, 1000);
  health.read_lateness.record(30'000, 1000);
  health.worker_busy_run = {0, 2.9};
  return health;
}

bool is_valid(GeneratorHealth health, std::int64_t p50 = 2 * ms) {
  judge(health, 1000, p50);
  EXPECT_EQ(health.valid, health.why_invalid.empty());
  return health.valid;
}

TEST(GeneratorHealthTest, APunctualGeneratorIsValid) {
  EXPECT_TRUE(is_valid(punctual()));
}

TEST(GeneratorHealthTest, HalfAPercentOfFailedSendsIsAllowedAndNotOneMore) {
  GeneratorHealth health = punctual();
  health.unsent_ours = 2;
  health.late_over_100ms = 3;
  EXPECT_TRUE(is_valid(health));
  health.late_over_100ms = 4;
  EXPECT_FALSE(is_valid(health));
}

TEST(GeneratorHealthTest, LatenessCountsOnlyAboveBothAMillisecondAndATenthOfTheMedian) {
  GeneratorHealth health = punctual();
  health.send_lateness.record(5 * ms, 20);
  EXPECT_TRUE(is_valid(health, 60 * ms)) << "5 ms is under a tenth of 60 ms";
  EXPECT_FALSE(is_valid(health, 40 * ms));
  GeneratorHealth slight = punctual();
  slight.send_lateness.record(ms * 9 / 10, 20);
  EXPECT_TRUE(is_valid(slight, ms / 10)) << "under a millisecond nothing is held against it";
}

TEST(GeneratorHealthTest, LateReadsCountLikeLateSends) {
  GeneratorHealth health = punctual();
  health.read_lateness.record(5 * ms, 20);
  judge(health, 1000, 2 * ms);
  EXPECT_FALSE(health.valid);
  EXPECT_THAT(health.why_invalid, HasSubstr("reads were 5.0 ms late"));
}

TEST(GeneratorHealthTest, AWorkerBusyForThreeSecondsOnEndMakesTheRunInvalid) {
  GeneratorHealth health = punctual();
  health.worker_busy_run = {0.5, 3.0};
  judge(health, 1000, 2 * ms);
  EXPECT_FALSE(health.valid);
  EXPECT_THAT(health.why_invalid, HasSubstr("worker 2 was busy over 95 %"));
}

TEST(GeneratorHealthTest, NamesEveryReason) {
  GeneratorHealth health = punctual();
  health.unsent_ours = 100;
  health.send_lateness.record(5 * ms, 20);
  judge(health, 1000, 2 * ms);
  EXPECT_THAT(health.why_invalid, HasSubstr("100 of 1000 planned sends (10.00 %)"));
  EXPECT_THAT(health.why_invalid, HasSubstr("; the generator's sends were 5.0 ms late"));
}

TEST(GeneratorHealthTest, ARunWithoutPlannedSendsIsValid) {
  GeneratorHealth health;
  judge(health, 0, 0);
  EXPECT_TRUE(health.valid);
}

TEST(GeneratorHealthTest, MergingKeepsEachWorkersOwnFigures) {
  GeneratorHealth a = punctual(), b = punctual();
  b.unsent_ours = 7;
  b.worker_cpu = {0.25};
  merge(a, b);
  EXPECT_EQ(a.send_lateness.count(), 2000u);
  EXPECT_EQ(a.unsent_ours, 7u);
  EXPECT_EQ(a.worker_busy_run.size(), 4u);
  EXPECT_EQ(a.worker_cpu.size(), 1u);
}

TEST(BusyMeterTest, CountsOnlySecondsOnEnd) {
  BusyMeter meter;
  meter.interval(s, s / 100);
  meter.interval(s, s / 100);
  meter.interval(s, s / 2);
  meter.interval(s, 0);
  EXPECT_DOUBLE_EQ(meter.longest_run_seconds(), 2.0);
  meter.interval(s, 0);
  meter.interval(s + s / 2, 0);
  EXPECT_DOUBLE_EQ(meter.longest_run_seconds(), 3.5);
}

TEST(BusyMeterTest, FivePercentOfSleepIsEnough) {
  BusyMeter meter;
  for (int i = 0; i < 10; ++i) meter.interval(s, s / 20);
  EXPECT_DOUBLE_EQ(meter.longest_run_seconds(), 0);
}

}  // namespace
}  // namespace squall::metrics
