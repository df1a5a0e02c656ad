#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/cli_program.hpp"
#include "tests/support/child_process.hpp"
#include "tests/unit/cli/temporary_file.hpp"

// Whole runs of the program against its embedded server. Exit code 4 stands beside the wanted one where this machine
// may be too busy for the figures to count.

namespace squall::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

const auto ok = AnyOf(Eq(0), Eq(4));

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t number(const boost::json::value& json, std::string_view pointer) {
  return json.at_pointer(pointer).to_number<std::uint64_t>();
}

Words short_run(Words more) {
  Words words{"run", "--users", "4", "--rate", "5/s", "--duration", "1s"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A CSV for the embedded server.
std::string accounts(int users) {
  std::string text = "user,password\n";
  for (int i = 0; i < users; ++i) text += "person" + std::to_string(i) + ",hunter2-" + std::to_string(i) + "\n";
  return text;
}

/// Of "listening on ADDRESS for …".
std::string address_in(const std::string& line) {
  const std::size_t begin = std::string("listening on ").size();
  return line.substr(begin, line.find(' ', begin) - begin);
}

TEST(CliRunTest, DeliversAndReportsWithoutATarget) {
  const TemporaryFile json("");
  const ProgramEnd end = run_program(short_run({"--json", json.path()}));
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, ok);
  EXPECT_THAT(end.output, AllOf(HasSubstr("Target      embedded server"), HasSubstr("Verdict: ")));
  EXPECT_THAT(end.errors, HasSubstr("4 users, 20 messages/s"));
  const auto result = boost::json::parse(text_of(json.path()));
  EXPECT_EQ(number(result, "/schema_version"), 1u);
  EXPECT_EQ(number(result, "/audit/planned"), 20u);
  EXPECT_EQ(number(result, "/audit/outcomes/delivered_in_order"), 20u);
  EXPECT_EQ(number(result, "/server/messages_in"), 20u);
  EXPECT_EQ(number(result, "/server/messages_routed"), 20u);
  EXPECT_EQ(number(result, "/server/sessions"), 4u);
}

TEST(CliRunTest, OutputsHaveNoColoursWhereThereIsNoTerminal) {
  const ProgramEnd end = run_program(short_run({}));
  EXPECT_THAT(end.output + end.errors, Not(HasSubstr("\x1b")));
}

TEST(CliRunTest, AccountsComeFromAFileAndNoPasswordComesOut) {
  const TemporaryFile file(accounts(4));
  const TemporaryFile json("");
  const ProgramEnd end = run_program({"run", "--accounts", file.path(), "--rate", "5/s", "--duration", "1s", "--json",
                                      json.path(), "--trace", "user=2"});
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, ok);
  EXPECT_THAT(end.errors, AllOf(HasSubstr("user=2 -> <auth"), HasSubstr("person1")));
  const std::string all = end.output + end.errors + text_of(json.path());
  EXPECT_THAT(all, Not(HasSubstr("hunter2")));
  EXPECT_THAT(all, Not(HasSubstr("cGVyc29uMQBodW50ZXIyLTE")));  // in base64, as PLAIN would send it
}

TEST(CliRunTest, NobodyOnlineIsAnExitCodeOfItsOwn) {
  const ProgramEnd end = run_program(short_run({"--password", "wrong"}));
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_THAT(end.output, AllOf(HasSubstr("not-authorized"), HasSubstr("Verdict: nobody could log in")));
}

TEST(CliRunTest, AWrongPasswordIsCountedAndTheOthersGoOn) {
  ChildProcess server({SQUALL_PROGRAM, "serve", "--listen", "127.0.0.1:0"});
  const TemporaryFile file("user,password\na,a\nb,wrong\nc,c\nd,d\n");
  const ProgramEnd end = run_program({"run", "--server", address_in(server.read_line()), "--accounts", file.path(),
                                      "--rate", "5/s", "--duration", "1s", "--drain", "1s"});
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, AnyOf(Eq(1), Eq(4)));
  EXPECT_THAT(end.output, AllOf(HasSubstr("3 of 4 users were online"), HasSubstr("not-authorized")));
}

TEST(CliRunTest, OneInterruptEndsAPairsRunInOrder) {
  Program program({"pairs", "-w", "1", "3", "2"});
  ASSERT_TRUE(program.wait_for_error_text("steady"));
  program.signal_at_once({SIGINT});
  const ProgramEnd end = program.wait();
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_THAT(end.exit_code, ok);
  EXPECT_THAT(end.errors, HasSubstr("3 users, 2 messages/s, 40 a minute averaged over all users, until interrupted"));
  EXPECT_THAT(end.output,
              AllOf(HasSubstr("; interrupted"), HasSubstr("Verdict: "), HasSubstr("3 of 3 users were online")));
}

TEST(CliRunTest, TwoInterruptsEndAtOnceWithoutAReportOrAServerLeft) {
  Program program({"pairs", "-w", "1", "2", "1"});
  ASSERT_TRUE(program.wait_for_error_text("steady"));
  const auto children = program.children();
  ASSERT_EQ(children.size(), 1u);
  program.signal_at_once({SIGINT, SIGTERM});
  const ProgramEnd end = program.wait();
  SCOPED_TRACE(end.output + end.errors);
  EXPECT_EQ(end.exit_code, 130);
  EXPECT_EQ(end.output, "");
  EXPECT_FALSE(is_alive(children.front()));
}

TEST(CliRunTest, NoPasswordIsOnTheServersCommandLine) {
  const TemporaryFile password("hunter2-{n}\n");
  Program program(
      {"run", "--users", "2", "--duration", "1min", "--password-file", password.path(), "--login-rate", "1/s"});
  ASSERT_TRUE(program.wait_for_error_text("2 users"));
  const auto children = program.children();
  ASSERT_EQ(children.size(), 1u);
  EXPECT_THAT(command_line(children.front()), AllOf(HasSubstr("serve"), Not(HasSubstr("hunter2"))));
}

}  // namespace
}  // namespace squall::test
