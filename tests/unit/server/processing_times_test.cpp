#include "src/server/processing_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::server::test {
namespace {

using namespace std::chrono_literals;

/// A parser that says how much it holds back.
class HoldingParser final : public parsers::Parser {
 public:
  void feed(std::string_view) override {}
  parsers::Item next() override { return {}; }
  void reset() override {}
  void discard() override {}
  parsers::Element unfinished() const override { return {}; }
  std::size_t pending_bytes() const override { return pending; }

  std::size_t pending = 0;
};

class ProcessingTimesTest : public testing::Test {
 protected:
  static net::Arrival arrived(net::Duration ago, bool from_kernel = true) {
    return {net::Clock::now() - ago, from_kernel};
  }
  /// Whoever sends gets a stanza to whoever receives.
  void hand_on() {
    sender.stanza_parsed();
    receiver.addressed();
    sender.stanza_routed();
  }
  void write() {
    receiver.write_began();
    receiver.written();
  }

  ProcessingTimes times;
  HoldingParser parser, other_parser;
  StanzaTimes sender{times, parser}, receiver{times, other_parser};
};

double sum_of_parts(const ProcessingReport& report) {
  return report.wait.sum + report.parse.sum + report.route.sum + report.write.sum;
}

TEST_F(ProcessingTimesTest, PartsAreTheWholeFromTheKernelsStamp) {
  sender.read_began(arrived(5ms));
  hand_on();
  sender.read_ended();
  write();
  const ProcessingReport report = times.take();
  ASSERT_EQ(report.stanzas(), 1u);
  EXPECT_GE(report.from_first_byte.mean(), 5e6);
  EXPECT_NEAR(sum_of_parts(report), report.from_first_byte.sum, 1);
  EXPECT_EQ(report.from_first_byte.sum, report.from_last_byte.sum);
  EXPECT_EQ(report.reads, 1u);
  EXPECT_EQ(report.unstamped, 0u);
}

TEST_F(ProcessingTimesTest, AStanzaInPiecesBeginsWithItsFirstRead) {
  parser.pending = 10;
  sender.read_began(arrived(50ms));
  sender.read_ended();
  sender.read_began(arrived(20ms));
  sender.read_ended();
  sender.read_began(arrived(1ms));
  hand_on();
  parser.pending = 0;
  sender.read_ended();
  write();
  const ProcessingReport report = times.take();
  EXPECT_EQ(report.reads, 3u);
  EXPECT_GE(report.from_first_byte.mean(), 50e6);
  EXPECT_GE(report.from_last_byte.mean(), 1e6);
  EXPECT_LT(report.from_last_byte.mean(), report.from_first_byte.mean() - 40e6);
  EXPECT_NEAR(sum_of_parts(report), report.from_first_byte.sum, 1);
}

TEST_F(ProcessingTimesTest, WhatLeftNothingBehindIsNoPartOfTheNextStanza) {
  sender.read_began(arrived(50ms));  // white space, say
  sender.read_ended();
  sender.read_began(arrived(1ms));
  hand_on();
  sender.read_ended();
  write();
  const ProcessingReport report = times.take();
  EXPECT_EQ(report.reads, 1u);
  EXPECT_EQ(report.from_first_byte.sum, report.from_last_byte.sum);
}

TEST_F(ProcessingTimesTest, SeveralStanzasOfOneReadAndOneWriteAreEachTimed) {
  sender.read_began(arrived(2ms));
  for (int i = 0; i < 3; ++i) hand_on();
  sender.read_ended();
  write();
  const ProcessingReport report = times.take();
  EXPECT_EQ(report.stanzas(), 3u);
  EXPECT_EQ(report.reads, 3u);
  EXPECT_NEAR(sum_of_parts(report), report.from_first_byte.sum, 1);
}

TEST_F(ProcessingTimesTest, WhatComesBackToItsSenderIsNotTimed) {
  sender.read_began(arrived(1ms));
  sender.stanza_parsed();
  sender.addressed();
  sender.stanza_routed();
  sender.read_ended();
  sender.write_began();
  sender.written();
  EXPECT_EQ(times.take().stanzas(), 0u);
}

TEST_F(ProcessingTimesTest, WhatTheKernelHasNotTakenIsNotOverYet) {
  sender.read_began(arrived(1ms));
  hand_on();
  sender.read_ended();
  receiver.write_began();  // and a part is held back
  EXPECT_EQ(times.take().stanzas(), 0u);
  receiver.written();
  EXPECT_EQ(times.take().stanzas(), 1u);
}

TEST_F(ProcessingTimesTest, AReceiverThatGoesTakesItsStanzasWithIt) {
  {
    HoldingParser its_parser;
    StanzaTimes leaving(times, its_parser);
    sender.read_began(arrived(1ms));
    sender.stanza_parsed();
    leaving.addressed();
    sender.stanza_routed();
    sender.stanza_parsed();
    leaving.addressed();
  }
  sender.stanza_routed();
  hand_on();
  write();
  EXPECT_EQ(times.take().stanzas(), 1u);
}

TEST_F(ProcessingTimesTest, SaysWhatTheKernelDidNotStamp) {
  sender.read_began(arrived(1ms, false));
  hand_on();
  sender.read_ended();
  write();
  EXPECT_EQ(times.take().unstamped, 1u);
}

TEST_F(ProcessingTimesTest, AreTakenOnce) {
  sender.read_began(arrived(1ms));
  hand_on();
  sender.read_ended();
  write();
  EXPECT_EQ(times.take().stanzas(), 1u);
  EXPECT_EQ(times.take().stanzas(), 0u);
}

ProcessingReport sample_report() {
  ProcessingReport report;
  for (Span ProcessingReport::*member :
       {&ProcessingReport::wait, &ProcessingReport::parse, &ProcessingReport::route, &ProcessingReport::write,
        &ProcessingReport::from_first_byte, &ProcessingReport::from_last_byte}) {
    Span& span = report.*member;
    for (const std::int64_t value : {100, 5'000, 5'001, 70'000'000}) {
      span.values.record(value);
      span.sum += static_cast<double>(value);
      ++span.count;
    }
  }
  report.reads = 9;
  report.unstamped = 1;
  return report;
}

TEST(ProcessingReportTest, SurvivesItsLine) {
  const ProcessingReport report = sample_report();
  const auto read = parse_processing_report(to_line(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->reads, 9u);
  EXPECT_EQ(read->unstamped, 1u);
  EXPECT_EQ(read->parse.count, 4u);
  EXPECT_EQ(read->parse.mean(), report.parse.mean());
  EXPECT_EQ(read->from_last_byte.values.quantile(0.5), report.from_last_byte.values.quantile(0.5));
  EXPECT_EQ(to_line(*read), to_line(report));
}

TEST(ProcessingReportTest, ReadsAnEmptyReport) {
  const auto read = parse_processing_report(to_line({}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->stanzas(), 0u);
}

TEST(ProcessingReportTest, RefusesWhatIsNoReport) {
  for (const char* line : {"nonsense", "reads=x", "wait=3", "wait=1:2:3", "wait=2:10:5:1", "parse=1:2:3:4x"}) {
    EXPECT_FALSE(parse_processing_report(line)) << line;
  }
}

TEST(ProcessingReportTest, AddsUp) {
  ProcessingReport sum = sample_report();
  sum += sample_report();
  EXPECT_EQ(sum.stanzas(), 8u);
  EXPECT_EQ(sum.wait.values.count(), 8u);
  EXPECT_EQ(sum.reads, 18u);
  EXPECT_EQ(sum.wait.mean(), sample_report().wait.mean());
}

TEST(ProcessingReportTest, IsATableForAPerson) {
  EXPECT_THAT(to_table(sample_report()),
              testing::HasSubstr("of 4 stanzas handed on, in 2.2 reads each, 1 not stamped"));
  EXPECT_THAT(to_table({}), testing::HasSubstr("no stanza was handed on"));
}

}  // namespace
}  // namespace squall::server::test
