#include "src/metrics/snapshot.hpp"

#include <gtest/gtest.h>

#include "src/metrics/latency.hpp"

namespace squall::metrics {
namespace {

TEST(SnapshotTest, AddsWorkersAndTakesThePercentileOfAllTogether) {
  Snapshot a, b;
  a.online = 3;
  a.sent = 10;
  a.delivered = 8;
  a.outstanding = 2;
  a.second.record(100, 90);
  b.online = 4;
  b.failed_users = 1;
  b.second.record(120, 10);
  a += b;
  const Sample sample = a.sample();
  EXPECT_EQ(sample.online, 7u);
  EXPECT_EQ(sample.sent, 10u);
  EXPECT_EQ(sample.delivered, 8u);
  EXPECT_EQ(sample.outstanding, 2u);
  EXPECT_EQ(sample.failed_users, 1u);
  EXPECT_EQ(sample.p99_ns, 120);
}

TEST(SnapshotTest, SaysThatNothingArrived) {
  EXPECT_EQ(Snapshot{}.sample().p99_ns, -1);
}

TEST(LatencyFiguresTest, KeepBothLatenciesAndHowWellTheyAreKnown) {
  LatencyFigures figures, more;
  record(figures, {0, 0, 1000, 1500}, 1700, ArrivalStamp::exact);
  record(more, {0, 1, 2000, 2000}, 2100, ArrivalStamp::shared);
  record(more, {0, 2, 3000, 3000}, 3100, ArrivalStamp::none);
  merge(figures, more);
  EXPECT_EQ(figures.from_plan.max(), 700);
  EXPECT_EQ(figures.from_send.max(), 200);
  EXPECT_EQ(figures.from_send.min(), 100);
  EXPECT_EQ(figures.exact, 1u);
  EXPECT_EQ(figures.shared_stamp, 1u);
  EXPECT_EQ(figures.no_stamp, 1u);
}

}  // namespace
}  // namespace squall::metrics
