#include "src/load/phases.hpp"

#include <gtest/gtest.h>

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

Observed logging_in() {
  return {};
}
Observed settled(std::uint64_t online = 10) {
  return {.all_settled = true, .online = online};
}
Observed planned() {
  return {.all_settled = true, .all_planned = true, .online = 10};
}
Observed quiet() {
  return {.all_settled = true, .all_planned = true, .all_quiet = true, .online = 10};
}
Observed finished() {
  return {.all_settled = true, .all_planned = true, .all_quiet = true, .all_finished = true, .online = 10};
}
Observed interrupted(Observed observed) {
  observed.interrupted = true;
  return observed;
}

TEST(PhasesTest, GoesThroughAllPhasesInOrder) {
  Phases phases(10 * s, ms);
  EXPECT_EQ(phases.advance(s, logging_in()), Phase::login);
  EXPECT_EQ(phases.advance(2 * s, settled()), Phase::steady);
  EXPECT_EQ(phases.advance(30 * s, settled()), Phase::steady);
  EXPECT_EQ(phases.advance(32 * s, planned()), Phase::drain);
  EXPECT_EQ(phases.advance(33 * s, quiet()), Phase::logout);
  EXPECT_EQ(phases.advance(34 * s, finished()), Phase::done);
  EXPECT_DOUBLE_EQ(phases.login_seconds(99 * s), 2);
  EXPECT_DOUBLE_EQ(phases.drain_seconds(99 * s), 1);
}

TEST(PhasesTest, TheSteadyPhaseStartsALittleLaterOnTheTicksGrid) {
  Phases phases(s, 7 * ms);
  phases.advance(2 * s + 1, settled());
  ASSERT_TRUE(phases.steady_start());
  EXPECT_EQ(*phases.steady_start() % (7 * ms), 0);
  EXPECT_GE(*phases.steady_start(), 2 * s + Phases::lead);
  EXPECT_LT(*phases.steady_start(), 2 * s + Phases::lead + 28 * ms);
}

TEST(PhasesTest, WaitsForEveryLoginBeforeTheSteadyPhase) {
  Phases phases(s, ms);
  Observed some = logging_in();
  some.online = 9;
  EXPECT_EQ(phases.advance(100 * s, some), Phase::login);
  EXPECT_FALSE(phases.steady_start());
}

TEST(PhasesTest, ADrainEndsAtItsTimeEvenIfSomethingIsOutstanding) {
  Phases phases(10 * s, ms);
  phases.advance(s, settled());
  phases.advance(20 * s, planned());
  EXPECT_EQ(phases.deadline(), 30 * s);
  EXPECT_EQ(phases.advance(30 * s - 1, planned()), Phase::drain);
  EXPECT_EQ(phases.advance(30 * s, planned()), Phase::logout);
  EXPECT_DOUBLE_EQ(phases.drain_seconds(99 * s), 10);
}

TEST(PhasesTest, WhenNothingIsOutstandingTheDrainIsOverAtOnce) {
  Phases phases(10 * s, ms);
  phases.advance(s, settled());
  EXPECT_EQ(phases.advance(20 * s, quiet()), Phase::logout);
  EXPECT_DOUBLE_EQ(phases.drain_seconds(99 * s), 0);
}

TEST(PhasesTest, InterruptedDuringLoginItPlansNothing) {
  Phases phases(10 * s, ms);
  EXPECT_EQ(phases.advance(s, interrupted(logging_in())), Phase::logout);
  EXPECT_FALSE(phases.steady_start());
  EXPECT_DOUBLE_EQ(phases.steady_seconds(99 * s), 0);
}

TEST(PhasesTest, InterruptedInTheSteadyPhaseItWaitsForThePlanAndDrains) {
  Phases phases(10 * s, ms);
  phases.advance(s, settled());
  EXPECT_EQ(phases.advance(5 * s, interrupted(settled())), Phase::steady) << "the workers end the plan";
  EXPECT_EQ(phases.advance(5 * s + ms, interrupted(planned())), Phase::drain);
  EXPECT_EQ(phases.advance(6 * s, interrupted(quiet())), Phase::logout);
}

TEST(PhasesTest, AnInterruptDuringDrainOrLogoutChangesNothing) {
  Phases phases(10 * s, ms);
  phases.advance(s, settled());
  phases.advance(20 * s, planned());
  EXPECT_EQ(phases.advance(21 * s, interrupted(planned())), Phase::drain);
  phases.advance(22 * s, interrupted(quiet()));
  EXPECT_EQ(phases.advance(23 * s, interrupted(quiet())), Phase::logout);
}

TEST(PhasesTest, WithNobodyOnlineThereIsNoSteadyPhase) {
  Phases phases(10 * s, ms);
  EXPECT_EQ(phases.advance(s, settled(0)), Phase::logout);
  EXPECT_FALSE(phases.steady_start());
}

Observed held(Observed observed) {
  observed.held = true;
  return observed;
}

TEST(PhasesTest, WaitsForTheOtherProcesses) {
  Phases phases(10 * s, ms);
  EXPECT_EQ(phases.advance(2 * s, held(settled())), Phase::login);
  Observed free = settled();
  free.steady_at = 5 * s;
  EXPECT_EQ(phases.advance(3 * s, free), Phase::steady);
  EXPECT_EQ(phases.steady_start(), 5 * s);
}

TEST(PhasesTest, BeginsNoSoonerThanItCan) {
  Phases phases(10 * s, ms);
  Observed late = settled();
  late.steady_at = s;
  phases.advance(3 * s, late);
  EXPECT_GE(phases.steady_start(), 3 * s + Phases::lead);
}

TEST(PhasesTest, DoesNotWaitForOthersWhenNobodyIsOnlineOrAPersonAsksForTheEnd) {
  Phases nobody(10 * s, ms);
  EXPECT_EQ(nobody.advance(s, held(settled(0))), Phase::logout);
  Phases asked(10 * s, ms);
  EXPECT_EQ(asked.advance(s, held(interrupted(settled()))), Phase::logout);
}

}  // namespace
}  // namespace squall::load
