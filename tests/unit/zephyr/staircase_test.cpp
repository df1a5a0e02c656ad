#include "src/zephyr/staircase.hpp"

#include <gtest/gtest.h>

#include "src/zephyr/history.hpp"

namespace squall::zephyr::test {
namespace {

constexpr double ms = 1e6;

/// A step of 10 ms that both sides worked through.
StepFigures good_step() {
  StepFigures step;
  step.clients = step.sent = step.answered = 1000;
  step.round_trip = 10 * ms;
  step.sending = step.sending_cpu = 8 * ms;
  step.server_cpu = 9 * ms;
  return step;
}

TEST(StaircaseTest, CountsAStepInWhichBothSidesHadTheirCores) {
  EXPECT_EQ(find_fault(good_step()), "");
}

TEST(StaircaseTest, MarksAStepWhoseGeneratorWasKeptOffItsCore) {
  StepFigures step = good_step();
  step.sending_cpu = 5 * ms;
  EXPECT_EQ(find_fault(step), "the generator was kept off its core");
}

TEST(StaircaseTest, MarksAStepWhoseServerWasKeptOffItsCore) {
  StepFigures step = good_step();
  step.server_waiting = 3 * ms;
  EXPECT_EQ(find_fault(step), "the server was kept off its core");
}

TEST(StaircaseTest, MarksAStepWhoseServerWasIdleForMostOfIt) {
  StepFigures step = good_step();
  step.server_cpu = 4 * ms;
  EXPECT_NE(find_fault(step).find("the generator was the bottleneck"), std::string::npos);
}

TEST(StaircaseTest, LetsAnInterruptPassInAShortStep) {
  StepFigures step = good_step();
  step.round_trip = 2 * ms;
  step.sending = 1 * ms;
  step.sending_cpu = 0.5 * ms;
  step.server_waiting = 0.5 * ms;
  EXPECT_EQ(find_fault(step), "");
}

TEST(StaircaseTest, KnowsWhatTheVendorPrintedIn2005) {
  ASSERT_EQ(history_of_2005().size(), 21u);
  const HistoricalStep* step = step_of_2005(1000);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->without_ms, 1172);
  EXPECT_EQ(step->with_ms, 0.063);
  EXPECT_NEAR(resolution_of_2005_ms(1000), 0.015625, 1e-12);
  EXPECT_EQ(step_of_2005(1050), nullptr);
  EXPECT_EQ(step_of_2005(1200)->without_ms, 0);
}

}  // namespace
}  // namespace squall::zephyr::test
