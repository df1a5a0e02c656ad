#include "src/report/progress.hpp"

#include <gtest/gtest.h>

#include "src/report/page.hpp"
#include "src/report/printable.hpp"

namespace squall::report {
namespace {

TEST(ProgressTest, SaysWhereTheRunStands) {
  const metrics::Sample sample{12, "steady", 999, 6000, 5990, 10, 1, 2'500'000, 0.5};
  EXPECT_EQ(progress_line(sample), "   12 s steady online 999, sent 6000, got 5990, open 10, p99 2.50 ms, failed 1");
}

TEST(ProgressTest, LeavesOutWhatThereIsNot) {
  const metrics::Sample sample{1, "login", 200, 0, 0, 0, 0, -1, 0.5};
  EXPECT_EQ(progress_line(sample), "    1 s login  online 200, sent 0, got 0, open 0");
}

TEST(ProgressTest, LongRunsFitThePage) {
  const metrics::Sample sample{86399, "logout", 20000, 123456789, 123456789, 12345, 1234, 1'234'567'000, 1};
  EXPECT_LE(columns(progress_line(sample)), page_columns);
}

}  // namespace
}  // namespace squall::report
