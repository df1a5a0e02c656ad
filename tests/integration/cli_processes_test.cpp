#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/cli_program.hpp"
#include "tests/unit/cli/temporary_file.hpp"

// Runs that several processes of the program make together. Exit code 4 stands beside the wanted one where this machine
// may be too busy for the figures to count.

namespace squall::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using Words = std::vector<std::string>;

boost::json::value json_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return boost::json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::uint64_t number(const boost::json::value& json, std::string_view pointer) {
  return json.at_pointer(pointer).to_number<std::uint64_t>();
}

Words shared_run(Words more) {
  Words words{"run", "--users", "20", "--rate", "5/s", "--duration", "2s", "--processes", "3"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The generators among the processes that a program has started.
std::vector<pid_t> generators(const Program& program) {
  std::vector<pid_t> found = program.children();
  std::erase_if(found, [](pid_t process) { return command_line(process).find("--shard-link") == std::string::npos; });
  return found;
}

TEST(CliProcessesTest, ReportAsOne) {
  const TemporaryFile json("");
  const ProgramEnd end = run_program(shared_run({"--json", json.path()}));
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, AnyOf(Eq(0), Eq(4)));
  const auto result = json_of(json.path());
  EXPECT_EQ(number(result, "/audit/planned"), 200u);
  EXPECT_EQ(number(result, "/audit/outcomes/delivered_in_order"), 200u);
  EXPECT_EQ(number(result, "/latency/from_plan/count"), 200u);
  EXPECT_EQ(number(result, "/server/messages_routed"), 200u);
  EXPECT_EQ(number(result, "/funnel/reached_online"), 20u);
  EXPECT_EQ(number(result, "/pairs"), 10u);
  EXPECT_THAT(end.errors, AllOf(HasSubstr("in 3 processes"), HasSubstr("online 20")));
  EXPECT_THAT(end.output, HasSubstr("20 of 20 users were online"));
}

TEST(CliProcessesTest, OneThatDiesIsNamedAndTheRestIsFinished) {
  const TemporaryFile json("");
  Program program(shared_run({"--duration", "4s", "--json", json.path()}));
  ASSERT_TRUE(program.wait_for_error_text("steady"));
  const auto all = generators(program);
  ASSERT_EQ(all.size(), 3u);
  const bool is_first = command_line(all[0]).find("--shard 1/3") != std::string::npos;
  ASSERT_EQ(::kill(all[0], SIGKILL), 0);
  const ProgramEnd end = program.wait();
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_EQ(end.exit_code, 4);
  EXPECT_THAT(end.errors, HasSubstr("was ended by signal 9 (Killed)"));
  const auto result = json_of(json.path());
  const std::uint64_t lost = is_first ? 160 : 120;  // 4 of its 10 pairs, or 3
  EXPECT_EQ(number(result, "/audit/planned"), 400u);
  EXPECT_EQ(number(result, "/audit/outcomes/unsent_aborted"), lost);
  EXPECT_EQ(number(result, "/audit/outcomes/delivered_in_order"), 400u - lost);
}

TEST(CliProcessesTest, AnInterruptEndsAllInOrder) {
  Program program(shared_run({"--duration", "60s"}));
  ASSERT_TRUE(program.wait_for_error_text("steady"));
  program.signal_at_once({SIGINT});
  const ProgramEnd end = program.wait();
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, AnyOf(Eq(0), Eq(4)));
  EXPECT_THAT(end.output, HasSubstr("Verdict: "));
}

TEST(CliProcessesTest, TwoInterruptsEndAllAtOnceAndLeaveNothing) {
  Program program(shared_run({"--duration", "60s"}));
  ASSERT_TRUE(program.wait_for_error_text("steady"));
  const auto all = program.children();
  program.signal_at_once({SIGINT, SIGTERM});
  EXPECT_EQ(program.wait().exit_code, 130);
  EXPECT_TRUE(std::ranges::none_of(all, is_alive));
}

TEST(CliProcessesTest, OneShardAloneTakesItsShareOfTheUsers) {
  const TemporaryFile json("");
  const ProgramEnd end = run_program(
      {"run", "--users", "20", "--rate", "5/s", "--duration", "1s", "--shard", "2/3", "--json", json.path()});
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, AnyOf(Eq(0), Eq(4)));
  EXPECT_EQ(number(json_of(json.path()), "/audit/planned"), 30u);  // 3 of 10 pairs
}

TEST(CliProcessesTest, WhatMakesNoSenseIsRefused) {
  const auto refused = [](Words more) {
    Words words{"run", "--users", "4"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramEnd end = run_program(words);
    EXPECT_EQ(end.exit_code, 2) << end.errors;
    return end.errors;
  };
  EXPECT_THAT(refused({"--processes", "0"}), HasSubstr("--processes"));
  EXPECT_THAT(refused({"--processes", "3"}), HasSubstr("are more than there are pairs, which are 2"));
  EXPECT_THAT(refused({"--shard", "3/2"}), HasSubstr("has to be I/N"));
  EXPECT_THAT(refused({"--shard", "1/2", "--processes", "2"}), HasSubstr("does not go with --shard"));
  EXPECT_THAT(refused({"--start-at", "tomorrow"}), HasSubstr("such as 2026-12-24T18:00:00Z"));
}

}  // namespace
}  // namespace squall::test
