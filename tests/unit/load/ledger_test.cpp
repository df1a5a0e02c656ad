#include "src/load/ledger.hpp"

#include <string>

#include <gtest/gtest.h>

#include "parsers/parser.hpp"
#include "src/load/message_writer.hpp"

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;

RunInputs four_users(std::uint32_t workers) {
  scenario::Scenario scenario;
  scenario.target.domain = "localhost";
  scenario.population.users = 4;
  scenario.workers = workers;
  return {scenario, {}, Accounts::from_templates("test{n}", "", ""), "run", {}};
}

/// The first worker's ledger of a run of four users, told of sends and arrivals as a worker tells it.
class LedgerTest : public ::testing::Test {
 protected:
  explicit LedgerTest(std::uint32_t workers = 1) : inputs_(four_users(workers)), plan_(inputs_), ledger_(plan_, 0) {}

  std::string send(std::uint32_t user, std::int64_t planned, std::int64_t sent) {
    const std::string xml(
        writer_.write(plan_.population.number(Population::partner(user)), ledger_.next_stamp(user, planned, sent)));
    ledger_.sent(user);
    return xml;
  }
  std::string error_for(std::string xml) { return xml.replace(xml.find("'chat'"), 6, "'error'"); }

  /// One read by `user` that ends at `at`; every element other than a message counts as another stanza.
  void receive(std::uint32_t user, const std::string& xml, std::int64_t at, bool from_kernel = true) {
    const auto parser = parsers::make_parser(parsers::ParserKind::stream, {}, *workspace_);
    const std::string bytes =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>" + xml;
    ledger_.read_began({plan_.epoch + net::Duration(at), from_kernel});
    parser->feed(bytes);
    for (auto item = parser->next(); item.kind != parsers::ItemKind::need_more; item = parser->next()) {
      ASSERT_NE(item.kind, parsers::ItemKind::error);
      if (item.kind != parsers::ItemKind::stanza) continue;
      item.element.local() == "message" ? ledger_.message_received(user, item.element) : ledger_.other_received();
    }
    ledger_.read_ended();
  }
  metrics::AuditCounts counts() const { return ledger_.audit().counts(); }
  const metrics::LatencyFigures& latency() const { return ledger_.latency(); }

  RunInputs inputs_;
  RunPlan plan_;
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  MessageWriter writer_{inputs_.accounts, plan_.codec, "localhost", plan_.form};
  Ledger ledger_;
};

class LedgerOfTwoWorkersTest : public LedgerTest {
 protected:
  LedgerOfTwoWorkersTest() : LedgerTest(2) {}
};

TEST_F(LedgerTest, MeasuresLatencyToTheStampOfTheReadThatBroughtTheMessage) {
  receive(1, send(0, 10 * ms, 12 * ms), 15 * ms);
  EXPECT_EQ(counts().delivered_in_order, 1u);
  EXPECT_EQ(latency().from_plan.max(), 5 * ms);
  EXPECT_EQ(latency().from_send.max(), 3 * ms);
  EXPECT_EQ(latency().exact, 1u);
}

TEST_F(LedgerTest, OnlyTheLastStanzaOfAReadHasAStampOfItsOwn) {
  const std::string three = send(0, 0, 0) + send(0, ms, ms) + send(0, 2 * ms, 2 * ms);
  receive(1, three, 3 * ms);
  EXPECT_EQ(latency().shared_stamp, 2u);
  EXPECT_EQ(latency().exact, 1u);
}

TEST_F(LedgerTest, AStanzaOfAnotherKindBehindAMessageSharesItsStampToo) {
  receive(1, send(0, 0, 0) + "<presence/>", ms);
  receive(1, "<presence/>" + send(0, 0, 0), 2 * ms);
  EXPECT_EQ(latency().shared_stamp, 1u);
  EXPECT_EQ(latency().exact, 1u);
}

TEST_F(LedgerTest, WithoutAKernelStampTheClockAfterTheReadIsTakenAndCounted) {
  receive(1, send(0, 0, 0), 7 * ms, false);
  EXPECT_EQ(latency().no_stamp, 1u);
  EXPECT_EQ(latency().from_send.max(), 7 * ms);
}

TEST_F(LedgerTest, OnlyFirstDeliveriesHaveALatency) {
  const std::string xml = send(0, 0, 0);
  receive(1, xml, ms);
  receive(1, xml, 900 * ms);
  receive(2, xml, 900 * ms);
  receive(0, error_for(xml), 900 * ms);
  EXPECT_EQ(latency().from_plan.count(), 1u);
  EXPECT_EQ(latency().from_plan.max(), ms);
  EXPECT_EQ(counts().arrivals_duplicate, 1u);
  EXPECT_EQ(counts().arrivals_misdelivered, 1u);
  EXPECT_EQ(counts().arrivals_bounce, 1u);
  EXPECT_EQ(counts().delivered(), 1u);
}

TEST_F(LedgerTest, AnErrorAtSomebodyElseIsMisdeliveredAndSettlesNothing) {
  receive(3, error_for(send(0, 0, 0)), ms);
  EXPECT_EQ(counts().arrivals_misdelivered, 1u);
  EXPECT_EQ(counts().undelivered, 1u);
  EXPECT_EQ(ledger_.audit().outstanding(), 1u);
}

TEST_F(LedgerTest, AMessageOfARunBeforeIsForeign) {
  const RunPlan before(inputs_);
  MessageWriter writer(inputs_.accounts, before.codec, "localhost", before.form);
  send(0, 0, 0);
  receive(1, std::string(writer.write(2, {0, 0, 0, 0})), ms);
  EXPECT_EQ(counts().arrivals_foreign, 1u);
  EXPECT_EQ(counts().delivered(), 0u);
}

TEST_F(LedgerTest, AStampThatWasNeverGivenOutIsCorrupted) {
  receive(1, std::string(writer_.write(2, {0, 5, 0, 0})), ms);
  receive(1, std::string(writer_.write(2, {4'000'000, 0, 0, 0})), ms);
  EXPECT_EQ(counts().arrivals_corrupted, 2u);
  EXPECT_EQ(counts().planned, 0u);
}

TEST_F(LedgerTest, TheSecondsLatenciesAreHandedOverOnce) {
  receive(1, send(0, 0, 0), 4 * ms);
  metrics::Histogram second;
  ledger_.take_second(second);
  EXPECT_EQ(second.count(), 1u);
  ledger_.take_second(second);
  EXPECT_EQ(second.count(), 1u);
}

TEST_F(LedgerOfTwoWorkersTest, AMessageOfAnotherWorkersUserIsKeptAsAStrayOnceEachSequence) {
  const std::string xml(writer_.write(4, {2, 17, 0, 0}));  // user 2 is the second worker's
  receive(0, xml, ms);
  receive(1, xml, 2 * ms);
  EXPECT_EQ(counts().arrivals_misdelivered, 2u);
  EXPECT_EQ(counts().planned, 0u);
  ASSERT_EQ(ledger_.strays().size(), 1u);
  EXPECT_EQ(ledger_.strays().at(2).size(), 1u);
  EXPECT_TRUE(ledger_.strays().at(2).contains(17));
}

}  // namespace
}  // namespace squall::load
