#include "src/metrics/result_merge.hpp"

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

Result shard(std::uint64_t delivered, double cpu_us) {
  Result result;
  result.started_at = "2026-12-01T00:00:00Z";
  result.pairs = 5;
  result.audit.planned = result.audit.delivered_in_order = delivered;
  result.audit.arrivals = result.audit.arrivals_first = delivered;
  result.latency.from_plan.record(1'000'000, delivered);
  result.latency.from_send.record(500'000, delivered);
  result.latency.exact = delivered;
  result.funnel.rows = {{xmpp::Stage::online, "", 10}};
  result.funnel.reached_online = result.funnel.tries = 10;
  result.funnel.logins_per_second = 100;
  result.health.cpu_us_per_message = cpu_us;
  result.health.worker_cpu = {0.5};
  result.health.rss_bytes = 1000;
  return result;
}

Sample at(double seconds, const char* phase, std::uint64_t sent, std::int64_t p99) {
  Sample sample;
  sample.seconds = seconds;
  sample.phase = phase;
  sample.sent = sent;
  sample.p99_ns = p99;
  return sample;
}

TEST(ResultMergeTest, CountsAndHistogramsAddUp) {
  Result whole = shard(100, 10);
  merge(whole, shard(300, 20));
  EXPECT_EQ(whole.audit.planned, 400u);
  EXPECT_EQ(whole.audit.delivered_in_order, 400u);
  EXPECT_EQ(whole.latency.from_plan.count(), 400u);
  EXPECT_EQ(whole.latency.exact, 400u);
  EXPECT_EQ(whole.pairs, 10u);
  ASSERT_EQ(whole.funnel.rows.size(), 1u);
  EXPECT_EQ(whole.funnel.rows[0].users, 20u);
  EXPECT_DOUBLE_EQ(whole.funnel.logins_per_second, 200);
  EXPECT_EQ(whole.health.worker_cpu.size(), 2u);
  EXPECT_EQ(whole.health.rss_bytes, 2000u);
}

TEST(ResultMergeTest, CpuAMessageIsWeighedByTheMessages) {
  Result whole = shard(100, 10);
  merge(whole, shard(300, 20));
  EXPECT_DOUBLE_EQ(whole.health.cpu_us_per_message, 17.5);
}

TEST(ResultMergeTest, StartsFromNothing) {
  Result whole;
  merge(whole, shard(100, 10));
  judge_merged(whole);
  EXPECT_EQ(whole.verdict, Verdict::ok);
  EXPECT_EQ(whole.started_at, "2026-12-01T00:00:00Z");
  EXPECT_DOUBLE_EQ(whole.health.cpu_us_per_message, 10);
}

TEST(ResultMergeTest, WhatOneLostIsLostInAll) {
  Result lossy = shard(100, 10);
  lossy.audit.delivered_in_order -= 3;
  lossy.audit.undelivered = 3;
  lossy.latency.from_plan.record_infinite(3);
  Result whole = shard(100, 10);
  merge(whole, lossy);
  judge_merged(whole);
  EXPECT_EQ(whole.audit.lost(), 3u);
  EXPECT_EQ(whole.latency.from_plan.infinite(), 3u);
  EXPECT_EQ(whole.verdict, Verdict::lost);
}

TEST(ResultMergeTest, SeriesAreLaidOverOneAnother) {
  Result whole = shard(1, 1), longer = shard(1, 1);
  whole.series = {at(1, "login", 0, -1), at(2, "steady", 10, 5)};
  longer.series = {at(1, "steady", 3, 7), at(2, "steady", 20, 4), at(3, "drain", 30, -1)};
  merge(whole, longer);
  ASSERT_EQ(whole.series.size(), 3u);
  EXPECT_EQ(whole.series[0].phase, "login");
  EXPECT_EQ(whole.series[0].p99_ns, 7);
  EXPECT_EQ(whole.series[1].sent, 30u);
  EXPECT_EQ(whole.series[1].p99_ns, 5);
  EXPECT_EQ(whole.series[2].sent, 40u);
}

}  // namespace
}  // namespace squall::metrics
