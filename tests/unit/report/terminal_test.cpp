#include "src/report/terminal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/report/page.hpp"
#include "src/report/printable.hpp"
#include "tests/unit/report/made_up_result.hpp"

namespace squall::report {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string report_of(const metrics::Result& result) {
  return terminal_report(result, false);
}

std::string last_line(const std::string& text) {
  const std::size_t begin = text.rfind('\n', text.size() - 2);
  return text.substr(begin + 1, text.size() - begin - 2);
}

void expect_fits(const std::string& text) {
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    ASSERT_NE(end, std::string::npos) << "the last line has no end";
    EXPECT_LE(columns(text.substr(at, end - at)), page_columns) << text.substr(at, end - at);
  }
}

TEST(TerminalReportTest, FitsThePage) {
  expect_fits(report_of(test::made_up_result()));
}

TEST(TerminalReportTest, FitsThePageWithTheLargestNumbers) {
  metrics::Result result = test::made_up_result();
  result.scenario.population.users = 10'000'000;
  result.audit.planned = result.audit.delivered_in_order = result.audit.arrivals = result.audit.arrivals_first =
      100'000'000'000;
  result.latency.from_plan.record(3'600'000'000'000, 1);
  result.health.worker_cpu.assign(256, 1.0);
  result.health.worker_busy_run.assign(256, 1000.0);
  result.target_address = "[2001:db8:1111:2222:3333:4444:5555:6666]:65535";
  result.scenario.target.domain = std::string(1023, 'd');
  for (int i = 0; i < 64; ++i)
    result.funnel.rows.push_back({xmpp::Stage::connect, std::string(256, 'e') + std::to_string(i), 1});
  expect_fits(report_of(result));
}

TEST(TerminalReportTest, EndsInTheSentenceOfTheVerdict) {
  EXPECT_EQ(last_line(report_of(test::made_up_result())), "Verdict: 1 user failed, 2 messages were lost");
}

TEST(TerminalReportTest, ShowsPlannedAsTheSumOfTheOutcomes) {
  const std::string text = report_of(test::made_up_result());
  for (const char* row :
       {"delivered in order +14,960 ", "\\+ +delivered out of order +3 ", "\\+ +delivered only to the wrong user +1 ",
        "\\+ +bounced by the server +4 ", "\\+ +undelivered at the end of the drain +1 ",
        "\\+ +unsent, the user not being online +29 ", "\\+ +unsent, the connection being blocked +1 ",
        "\\+ +unsent, the run being aborted +1 ", "= +planned +15,000\n"})
    EXPECT_THAT(text, ContainsRegex(row));
}

TEST(TerminalReportTest, ConfessesASumThatDoesNotAddUp) {
  metrics::Result result = test::made_up_result();
  result.audit.planned += 1;
  EXPECT_THAT(report_of(result), HasSubstr("the audit does not add up"));
}

TEST(TerminalReportTest, LatencyIsGivenFromPlanAndFromSendAndSaysOfHowMany) {
  const std::string text = report_of(test::made_up_result());
  EXPECT_THAT(text, ContainsRegex("ms +min +mean +p50 +p90 +p99 +p99.9 +max\n"));
  EXPECT_THAT(text, ContainsRegex("from the planned instant +2.000 +4.756 +.* 41234.000\n"));
  EXPECT_THAT(text, ContainsRegex("from the real send +1.000 +1.000"));
  EXPECT_THAT(text, HasSubstr("of 14,963 messages, 2 lost"));
}

TEST(TerminalReportTest, PercentilesThatNeverCameSaySo) {
  metrics::Result result = test::made_up_result();
  result.latency.from_plan.record_infinite(14'000);
  EXPECT_THAT(report_of(result), ContainsRegex("from the planned instant +2.000 +.* never +never +never +41234.000\n"));
}

TEST(TerminalReportTest, WithoutArrivalsThereAreNoLatencies) {
  metrics::Result result = test::made_up_result();
  result.latency = {};
  EXPECT_THAT(report_of(result), HasSubstr("no message arrived"));
}

TEST(TerminalReportTest, LoginsAreCountedByStageAndError) {
  const std::string text = report_of(test::made_up_result());
  EXPECT_THAT(text, HasSubstr("999 of 1,000 users were online; 1,002 tries, 199.7 logins/s"));
  EXPECT_THAT(text, ContainsRegex("auth +auth_failed: not-authorized +1\n"));
  EXPECT_THAT(text, ContainsRegex("closed +none +999\n"));
  EXPECT_THAT(text, ContainsRegex("first try failed at +first error met +users\n +connect +connect_timed_out +2\n"));
  EXPECT_THAT(text, ContainsRegex("bind +999 +43.000"));
}

TEST(TerminalReportTest, GeneratorSaysWhetherItWasTheBottleneck) {
  metrics::Result result = test::made_up_result();
  EXPECT_THAT(report_of(result), HasSubstr("the generator was not the bottleneck"));
  EXPECT_THAT(report_of(result), ContainsRegex("worker 2 +50.0 % +1.5 s\n"));
  result.health.valid = false;
  result.health.why_invalid = "worker 2 was busy over 95 % for 4 s";
  EXPECT_THAT(report_of(result), HasSubstr("INVALID: worker 2 was busy over 95 % for 4 s"));
}

TEST(TerminalReportTest, ServersCountIsHeldAgainstTheAudit) {
  metrics::Result result = test::made_up_result();
  EXPECT_THAT(report_of(result), ContainsRegex("received +14,969 +14,969 +agrees\n"));
  EXPECT_THAT(report_of(result), ContainsRegex("routed +14,966 +14,971 +5 fewer\n"));
  result.server.known = false;
  EXPECT_THAT(report_of(result), Not(HasSubstr("Server's own count")));
}

TEST(TerminalReportTest, WhatAServerSaidCannotSteerTheTerminal) {
  metrics::Result result = test::made_up_result();
  result.funnel.rows[0].error = "bad\x1b[2J\r\nVerdict: all well";
  result.verdict_sentence = "the server said \x1b[2J";
  const std::string text = report_of(result);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
  EXPECT_THAT(text, HasSubstr("bad\\x1b[2J\\r\\nVerdict: all well"));
}

TEST(TerminalReportTest, HasNoPasswordInIt) {
  EXPECT_THAT(report_of(test::made_up_result()), Not(HasSubstr("hunter2")));
}

TEST(TerminalReportTest, InterruptedRunsSaySo) {
  metrics::Result result = test::made_up_result();
  result.interrupted = true;
  EXPECT_THAT(report_of(result), HasSubstr("drain 0.2 s; interrupted"));
}

TEST(TerminalReportTest, ColoursAreTheOnlyDifference) {
  const metrics::Result result = test::made_up_result();
  std::string coloured = terminal_report(result, true);
  EXPECT_THAT(coloured, HasSubstr("\x1b[31m"));
  for (std::size_t at = 0; (at = coloured.find('\x1b')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, report_of(result));
}

}  // namespace
}  // namespace squall::report
