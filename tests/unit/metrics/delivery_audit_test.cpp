#include "src/metrics/delivery_audit.hpp"

#include <random>

#include <gtest/gtest.h>

namespace squall::metrics {
namespace {

constexpr std::uint32_t sends = 1000;

DeliveryAudit with_sends(std::uint32_t count = sends) {
  DeliveryAudit audit{2};
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(audit.sent(0), i);
  return audit;
}

void expect_adds_up(const DeliveryAudit& audit) {
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.planned, counts.sum_of_outcomes());
  EXPECT_EQ(counts.arrivals, counts.arrivals_foreign + counts.arrivals_corrupted + counts.arrivals_misdelivered +
                                 counts.arrivals_bounce + counts.arrivals_duplicate + counts.arrivals_first);
  EXPECT_EQ(counts.arrivals_first, counts.delivered());
}

TEST(DeliveryAuditTest, CountsAnUneventfulRunWithoutExceptions) {
  DeliveryAudit audit = with_sends();
  for (std::uint32_t i = 0; i < sends; ++i) EXPECT_EQ(audit.arrived(0, i), ArrivalClass::first);
  AuditCounts expected;
  expected.planned = expected.delivered_in_order = expected.arrivals = expected.arrivals_first = sends;
  EXPECT_EQ(audit.counts(), expected);
  EXPECT_EQ(audit.outstanding(), 0u);
}

TEST(DeliveryAuditTest, EveryKthMessageDroppedIsUndeliveredExactly) {
  for (const std::uint32_t k : {2u, 3u, 7u, 100u, 999u}) {
    DeliveryAudit audit = with_sends();
    for (std::uint32_t i = 0; i < sends; ++i) {
      if (i % k != 0) audit.arrived(0, i);
    }
    const std::uint32_t dropped = (sends + k - 1) / k;
    EXPECT_EQ(audit.counts().undelivered, dropped);
    EXPECT_EQ(audit.counts().delivered_in_order, sends - dropped) << "a gap does not put what follows out of order";
    EXPECT_EQ(audit.outstanding(), dropped);
    expect_adds_up(audit);
  }
}

TEST(DeliveryAuditTest, SecondCopiesAreDuplicatesWheneverTheyCome) {
  DeliveryAudit audit = with_sends(3);
  EXPECT_EQ(audit.arrived(0, 0), ArrivalClass::first);
  EXPECT_EQ(audit.arrived(0, 0), ArrivalClass::duplicate);
  EXPECT_EQ(audit.arrived(0, 2), ArrivalClass::first);
  EXPECT_EQ(audit.arrived(0, 0), ArrivalClass::duplicate);
  EXPECT_EQ(audit.arrived(0, 2), ArrivalClass::duplicate);
  EXPECT_EQ(audit.counts().arrivals_duplicate, 3u);
  EXPECT_EQ(audit.counts().delivered(), 2u);
  EXPECT_EQ(audit.counts().undelivered, 1u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, OvertakenMessagesAreDeliveredOutOfOrder) {
  DeliveryAudit audit = with_sends(4);
  for (const std::uint32_t sequence : {2u, 0u, 1u, 3u}) EXPECT_EQ(audit.arrived(0, sequence), ArrivalClass::first);
  EXPECT_EQ(audit.counts().delivered_in_order, 2u);
  EXPECT_EQ(audit.counts().delivered_out_of_order, 2u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, ReversedOrderDeliversOneInOrder) {
  DeliveryAudit audit = with_sends();
  for (std::uint32_t i = sends; i-- > 0;) EXPECT_EQ(audit.arrived(0, i), ArrivalClass::first);
  EXPECT_EQ(audit.counts().delivered_in_order, 1u);
  EXPECT_EQ(audit.counts().delivered_out_of_order, sends - 1);
}

TEST(DeliveryAuditTest, AMessageAtTheWrongUserIsLostUnlessTheRightOneGetsItToo) {
  DeliveryAudit audit = with_sends(3);
  EXPECT_EQ(audit.misdelivered(0, 0), ArrivalClass::misdelivered);
  EXPECT_EQ(audit.misdelivered(0, 1), ArrivalClass::misdelivered);
  EXPECT_EQ(audit.misdelivered(0, 1), ArrivalClass::misdelivered);
  EXPECT_EQ(audit.arrived(0, 1), ArrivalClass::first);
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.arrivals_misdelivered, 3u);
  EXPECT_EQ(counts.delivered_to_wrong_user_only, 1u);
  EXPECT_EQ(counts.undelivered, 1u);
  EXPECT_EQ(counts.lost(), 2u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, AMisdeliverySeenByAnotherWorkerChangesTheOutcomeAlone) {
  DeliveryAudit audit = with_sends(1);
  audit.misdelivered(0, 0, false);
  EXPECT_EQ(audit.counts().arrivals, 0u);
  EXPECT_EQ(audit.counts().delivered_to_wrong_user_only, 1u);
}

TEST(DeliveryAuditTest, ABounceSettlesAMessageUnlessItWasDelivered) {
  DeliveryAudit audit = with_sends(3);
  EXPECT_EQ(audit.bounced(0, 0), ArrivalClass::bounce);
  EXPECT_EQ(audit.bounced(0, 0), ArrivalClass::bounce);
  EXPECT_EQ(audit.outstanding(), 2u);
  audit.arrived(0, 1);
  audit.bounced(0, 1);
  audit.bounced(0, 2);
  audit.misdelivered(0, 2);
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.bounced, 1u);
  EXPECT_EQ(counts.delivered(), 1u);
  EXPECT_EQ(counts.delivered_to_wrong_user_only, 1u);
  EXPECT_EQ(counts.arrivals_bounce, 4u);
  EXPECT_EQ(audit.outstanding(), 0u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, UnsentMessagesKeepTheirReasonAndCannotArrive) {
  DeliveryAudit audit{1};
  EXPECT_EQ(audit.unsent(0, UnsentReason::not_online), 0u);
  EXPECT_EQ(audit.sent(0), 1u);
  EXPECT_EQ(audit.unsent(0, UnsentReason::blocked), 2u);
  EXPECT_EQ(audit.unsent(0, UnsentReason::aborted), 3u);
  EXPECT_EQ(audit.sent(0), 4u);
  EXPECT_EQ(audit.arrived(0, 4), ArrivalClass::first);
  EXPECT_EQ(audit.arrived(0, 2), ArrivalClass::corrupted) << "never sent, so no copy of it can be true";
  EXPECT_EQ(audit.arrived(0, 9), ArrivalClass::corrupted);
  EXPECT_EQ(audit.bounced(0, 0), ArrivalClass::corrupted);
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.unsent_not_online, 1u);
  EXPECT_EQ(counts.unsent_blocked, 1u);
  EXPECT_EQ(counts.unsent_aborted, 1u);
  EXPECT_EQ(counts.undelivered, 1u);
  EXPECT_EQ(counts.delivered(), 1u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, WhatNeverLeftTheMachineIsTakenBackAsAborted) {
  DeliveryAudit audit = with_sends(5);
  audit.arrived(0, 3);
  audit.take_back(0, 2);
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.unsent_aborted, 1u) << "number 3 arrived, so it had left";
  EXPECT_EQ(counts.undelivered, 3u);
  EXPECT_EQ(audit.outstanding(), 3u);
  EXPECT_EQ(audit.sent_total(), 4u);
  expect_adds_up(audit);
}

TEST(DeliveryAuditTest, TakingBackMoreThanWasSentStopsAtTheFirst) {
  DeliveryAudit audit = with_sends(2);
  audit.take_back(0, 10);
  EXPECT_EQ(audit.counts().unsent_aborted, 2u);
  EXPECT_EQ(audit.outstanding(), 0u);
}

TEST(DeliveryAuditTest, AnyMixtureOfFatesAddsUpToPlanned) {
  std::mt19937 random{11};
  DeliveryAudit audit{50};
  AuditCounts expected;
  std::uint64_t dropped = 0;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    const std::uint32_t direction = i % 50;
    const auto fate = random() % 10;
    if (fate == 0) {
      audit.unsent(direction, UnsentReason::not_online);
      ++expected.unsent_not_online;
      continue;
    }
    const std::uint32_t sequence = audit.sent(direction);
    if (fate == 1) {
      ++dropped;
    } else if (fate == 2) {
      audit.bounced(direction, sequence);
      ++expected.bounced;
    } else if (fate == 3) {
      audit.misdelivered(direction, sequence);
      ++expected.delivered_to_wrong_user_only;
    } else if (fate == 4) {
      audit.corrupted();
      ++dropped;
    } else {
      for (auto copies = fate == 5 ? 2 : 1; copies > 0; --copies) audit.arrived(direction, sequence);
      ++expected.delivered_in_order;
      expected.arrivals_duplicate += fate == 5 ? 1 : 0;
    }
  }
  const AuditCounts counts = audit.counts();
  EXPECT_EQ(counts.planned, 50'000u);
  EXPECT_EQ(counts.undelivered, dropped);
  EXPECT_EQ(counts.bounced, expected.bounced);
  EXPECT_EQ(counts.delivered_to_wrong_user_only, expected.delivered_to_wrong_user_only);
  EXPECT_EQ(counts.delivered_in_order, expected.delivered_in_order);
  EXPECT_EQ(counts.unsent_not_online, expected.unsent_not_online);
  EXPECT_EQ(counts.arrivals_duplicate, expected.arrivals_duplicate);
  EXPECT_EQ(audit.outstanding(), dropped);
  expect_adds_up(audit);
}

TEST(AuditCountsTest, AddingPartsKeepsEveryField) {
  DeliveryAudit a = with_sends(3), b = with_sends(2);
  a.arrived(0, 0);
  a.bounced(0, 1);
  a.foreign();
  b.unsent(1, UnsentReason::blocked);
  b.arrived(0, 1);
  b.arrived(0, 0);
  AuditCounts sum = a.counts();
  sum += b.counts();
  EXPECT_EQ(sum.planned, 6u);
  EXPECT_EQ(sum.delivered_in_order, 2u);
  EXPECT_EQ(sum.delivered_out_of_order, 1u);
  EXPECT_EQ(sum.bounced, 1u);
  EXPECT_EQ(sum.unsent_blocked, 1u);
  EXPECT_EQ(sum.undelivered, 1u);
  EXPECT_EQ(sum.arrivals, 5u);
  EXPECT_EQ(sum.arrivals_foreign, 1u);
  EXPECT_EQ(sum.sent(), 5u);
  EXPECT_EQ(sum.planned, sum.sum_of_outcomes());
}

}  // namespace
}  // namespace squall::metrics
