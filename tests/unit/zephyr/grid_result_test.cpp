#include "src/zephyr/grid_result.hpp"

#include <gtest/gtest.h>

#include "tests/unit/zephyr/sample_grid.hpp"

namespace squall::zephyr::test {
namespace {

TEST(GridResultTest, HasEveryParserWithEveryForwardingMostWorkFirst) {
  const auto cells = grid({{"mine", "./mine.so"}});
  ASSERT_EQ(cells.size(), 8u);
  EXPECT_EQ(cells.front().name(), "dom rebuild");
  EXPECT_EQ(cells.back().name(), "stream splice");
  EXPECT_EQ(cells[4].plugin, "./mine.so");
}

TEST(GridResultTest, TakesTheMedianAndTheEndsOverTheRepeats) {
  const GridResult result = sample_grid(5);
  const auto cell = result.cell("stream", "splice");
  ASSERT_TRUE(cell);
  const auto time = result.figure(*cell, 100, process_time);
  ASSERT_TRUE(time);
  EXPECT_NEAR(time->median, 1200, 1e-6);
  EXPECT_NEAR(time->low, 1000, 1e-6);
  EXPECT_NEAR(time->high, 1400, 1e-6);
  EXPECT_EQ(time->values, 5u);
}

TEST(GridResultTest, TakesRatiosRepeatByRepeatSoThatWhatAllCellsShareCancels) {
  const GridResult result = sample_grid(5);
  const auto ratio = result.ratio(*result.cell("dom", "rebuild"), *result.cell("stream", "splice"), 1000);
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->median, 4.5, 1e-9);
  EXPECT_NEAR(ratio->low, 4.5, 1e-9);
  EXPECT_NEAR(ratio->high, 4.5, 1e-9);
}

TEST(GridResultTest, LeavesMarkedStepsOutOfFiguresAndRatios) {
  GridResult result = sample_grid(3);
  const auto slow = *result.cell("dom", "rebuild"), fast = *result.cell("stream", "splice");
  for (CellClimb& one : result.climbs) {
    if (one.cell == fast && one.repeat == 1) one.climb.steps[0].mark = "the generator was the bottleneck";
  }
  EXPECT_EQ(result.figure(fast, 100, process_time)->values, 2u);
  EXPECT_EQ(result.ratio(slow, fast, 100)->values, 2u);
  EXPECT_EQ(result.ratio(slow, fast, 1000)->values, 3u);
  EXPECT_EQ(result.marked(), 1u);
  EXPECT_EQ(result.measured(), 36u);
}

TEST(GridResultTest, HasNoRatioWhereNothingCounts) {
  GridResult result = sample_grid(1);
  for (CellClimb& one : result.climbs) one.climb.steps[0].mark = "kept off its core";
  EXPECT_FALSE(result.ratio(0, 5, 100));
  EXPECT_TRUE(result.ratio(0, 5, 1000));
  EXPECT_FALSE(result.figure(0, 2100, process_time));
}

TEST(GridResultTest, SaysWhatTheInstrumentsCostPerRepeat) {
  GridResult result = sample_grid(2);
  const auto with = result.climbs;
  for (CellClimb one : with) {
    one.instruments = false;
    for (StepFigures& step : one.climb.steps) step.server_cpu /= 1.25;
    result.climbs.push_back(one);
  }
  const auto cost = result.cost_of_instruments();
  ASSERT_TRUE(cost);
  EXPECT_NEAR(cost->median, 0.25, 1e-9);
  EXPECT_FALSE(sample_grid(2).cost_of_instruments());
}

TEST(GridResultTest, FindsNoFaultWhereAllIsWell) {
  EXPECT_TRUE(sample_grid(3).faults().empty());
}

TEST(GridResultTest, FindsBodiesThatDifferBetweenCells) {
  GridResult result = sample_grid(2);
  result.climbs[7].climb.steps[1].digest += 1;
  ASSERT_EQ(result.faults().size(), 1u);
  EXPECT_NE(result.faults().front().find("dom splice, 1000 clients"), std::string::npos);
}

TEST(GridResultTest, FindsPartsThatAreNotTheWhole) {
  GridResult result = sample_grid(1);
  result.climbs[0].climb.steps[0].wait += 10;
  ASSERT_EQ(result.faults().size(), 1u);
  EXPECT_NE(result.faults().front().find("not their sum"), std::string::npos);
}

TEST(GridResultTest, FindsMessagesThatTheServerDidNotTime) {
  GridResult result = sample_grid(1);
  result.climbs[0].climb.steps[0].processed -= 1;
  ASSERT_EQ(result.faults().size(), 1u);
  EXPECT_NE(result.faults().front().find("timed 99 of 100"), std::string::npos);
}

TEST(GridResultTest, FindsWhatCameAlteredOrTwice) {
  GridResult result = sample_grid(1);
  result.climbs[0].climb.steps[0].wrong = 2;
  result.climbs[1].climb.steps[0].duplicates = 1;
  EXPECT_EQ(result.faults().size(), 2u);
}

}  // namespace
}  // namespace squall::zephyr::test
