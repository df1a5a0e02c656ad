#include "src/metrics/verdict.hpp"

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

using xmpp::Stage;

Result all_well() {
  Result result;
  result.funnel.rows = {{Stage::online, "", 10}};
  result.funnel.reached_online = 10;
  result.audit.planned = result.audit.delivered_in_order = 100;
  return result;
}

Verdict verdict(Result result) {
  judge(result);
  EXPECT_FALSE(result.verdict_sentence.empty());
  return result.verdict;
}

TEST(VerdictTest, AllDeliveredAndAllOnlineIsWell) {
  EXPECT_EQ(verdict(all_well()), Verdict::ok);
}

TEST(VerdictTest, AnInterruptBeforeTheLastLoginIsWellAndSaysHowManyWereOnline) {
  Result result;
  result.interrupted = true;
  result.scenario.population.users = 20;
  result.funnel.rows = {{Stage::online, "", 3}, {Stage::resolve, "", 17}};
  result.funnel.reached_online = 3;
  judge(result);
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.verdict_sentence, "interrupted when 3 of 20 users were online, 0 of 0 messages were delivered");
}

TEST(VerdictTest, OneMessageMissingForWhateverReasonIsNotWell) {
  for (auto outcome : {&AuditCounts::undelivered, &AuditCounts::delivered_to_wrong_user_only, &AuditCounts::bounced,
                       &AuditCounts::unsent_not_online, &AuditCounts::unsent_blocked, &AuditCounts::unsent_aborted}) {
    Result result = all_well();
    --result.audit.delivered_in_order;
    result.audit.*outcome = 1;
    EXPECT_EQ(verdict(result), Verdict::lost);
  }
}

TEST(VerdictTest, OneFailedUserIsNotWellEvenIfNothingWasLost) {
  Result result = all_well();
  result.funnel.rows.push_back({Stage::auth, "auth_failed", 1});
  EXPECT_EQ(verdict(result), Verdict::lost);
}

TEST(VerdictTest, AUserThatLostItsSessionHasFailed) {
  Result result = all_well();
  result.funnel.rows.push_back({Stage::closed, "connection_lost", 1});
  EXPECT_EQ(verdict(result), Verdict::lost);
}

TEST(VerdictTest, WhatWasPlannedForNobodyNeedNotArrive) {
  Result result = all_well();
  result.audit.planned = 110;
  result.audit.bounced = 10;
  result.planned_to_nobody = 10;
  EXPECT_EQ(verdict(result), Verdict::ok);
  result.planned_to_nobody = 9;
  EXPECT_EQ(verdict(result), Verdict::lost);
}

TEST(VerdictTest, AnInvalidGeneratorComesBeforeLosses) {
  Result result = all_well();
  result.audit.planned = 200;
  result.audit.undelivered = 100;
  result.health.valid = false;
  result.health.why_invalid = "it was late";
  EXPECT_EQ(verdict(result), Verdict::invalid);
}

TEST(VerdictTest, NobodyOnlineComesBeforeAll) {
  Result result;
  result.funnel.rows = {{Stage::connect, "connect_refused", 10}};
  result.health.valid = false;
  EXPECT_EQ(verdict(result), Verdict::nobody_online);
}

TEST(VerdictTest, UsersWhoseLoginAnInterruptCutShortHaveNotFailed) {
  Result result = all_well();
  result.funnel.rows.push_back({Stage::resolve, "", 90});
  result.funnel.rows.push_back({Stage::auth, "", 3});
  EXPECT_EQ(verdict(result), Verdict::ok);
}

TEST(VerdictTest, ARunInterruptedBeforeItsFirstLoginIsWell) {
  EXPECT_EQ(verdict(Result{}), Verdict::ok);
}

}  // namespace
}  // namespace squall::metrics
