#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/report/printable.hpp"
#include "tests/integration/cli_program.hpp"
#include "tests/unit/cli/temporary_file.hpp"

// The program as a user calls it, where it does not come to a run.

namespace squall::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;

void expect_refused(const Words& arguments, const std::string& what) {
  const ProgramEnd end = run_program(arguments);
  EXPECT_EQ(end.exit_code, 2) << what;
  EXPECT_EQ(end.output, "") << what;
  EXPECT_EQ(std::count(end.errors.begin(), end.errors.end(), '\n'), 1) << end.errors;
  EXPECT_THAT(end.errors, AllOf(StartsWith("squall"), HasSubstr(what), EndsWith("\n")));
}

TEST(CliUsageTest, BadValuesAreRefusedInOneLineThatNamesThem) {
  expect_refused({"run", "--users", "3"}, "--users: '3' is odd");
  expect_refused({"run", "--users", "0"}, "--users: '0'");
  expect_refused({"run", "--rate", "3/fortnight"}, "--rate: '3/fortnight'");
  expect_refused({"run", "--rate", "-3/min"}, "--rate: '-3/min'");
  expect_refused({"run", "--duration", "ten"}, "--duration: 'ten'");
  expect_refused({"run", "--length", "0"}, "--length: '0'");
  expect_refused({"run", "--domain", ""}, "--domain: ''");
  expect_refused({"run", "--json", "/no/such/folder/x.json"}, "--json: '/no/such/folder/x.json'");
  expect_refused({"run", "--server", "127.0.0.1:70000"}, "--server: '127.0.0.1:70000'");
  expect_refused({"run", "--server", "no-such-host.invalid"}, "no-such-host.invalid");
  expect_refused({"run", "--users", "30000000"}, "--users: '30000000'");
  expect_refused({"pairs", "0", "1"}, "USERS: '0'");
  expect_refused({"pairs", "-w", "0", "2", "1"}, "-w: '0'");
}

TEST(CliUsageTest, BadFaultsAndMechanismsAreRefusedWithWhatWouldBeRight) {
  expect_refused({"serve", "--fault", "dorp:1/7"}, "--fault: 'dorp:1/7' names no fault 'dorp'; the nearest is drop");
  expect_refused({"serve", "--fault", "drop,close", "--fault", "drop"}, "gives drop again");
  expect_refused({"serve", "--fault", "delay=soon"}, "50ms");
  expect_refused({"serve", "--fault-seed", "x"}, "--fault-seed: 'x'");
  expect_refused({"serve", "--mechanisms", "PLAIN,ROT13"}, "--mechanisms: 'ROT13'");
  expect_refused({"serve", "--mechanisms", ""}, "--mechanisms: ''");
}

TEST(CliUsageTest, FaultListPrintsTheTableAndEnds) {
  const ProgramEnd end = run_program({"serve", "--fault", "list"});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.output, AllOf(HasSubstr("stall-session"), HasSubstr("capacity=N/s"), HasSubstr("nth=7")));
}

TEST(CliUsageTest, BadBackOffIsRefused) {
  expect_refused({"run", "--reconnect", "60s..1s"}, "--reconnect: '60s..1s'");
  expect_refused({"run", "--reconnect", "soon"}, "--reconnect: 'soon'");
}

TEST(CliUsageTest, BadWordsForAccountsAreRefused) {
  expect_refused({"accounts", "register", "--users", "3"}, "--server: it is missing");
  expect_refused({"accounts", "register", "--users", "none", "--server", "127.0.0.1:1"}, "--users: 'none'");
  expect_refused({"accounts", "export", "--for", "openfire"}, "--for: 'openfire'");
  expect_refused({"accounts", "export", "--for", "prosody"}, "--output");
  expect_refused({"accounts", "export", "--for", "ejabberd", "--users", "5", "--contacts", "5"}, "--contacts: '5'");
  expect_refused(
      {"accounts", "roster", "--server", "127.0.0.1:1", "--users", "9", "--contacts", "2", "--graph", "tree"},
      "--graph: 'tree'");
}

TEST(CliUsageTest, CheckFindsTooManyUsersAndSaysWhatMendsIt) {
  const ProgramEnd end = run_program({"check", "--users", "9000000"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.output, AllOf(HasSubstr("WRONG"), HasSubstr("ulimit -Hn")));
}

TEST(CliUsageTest, UnknownWordsAndMissingOnesAreRefused) {
  expect_refused({}, "name a subcommand");
  expect_refused({"walk"}, "walk");
  expect_refused({"run", "--speed", "3"}, "--speed");
  expect_refused({"run", "--users"}, "--users");
  expect_refused({"pairs", "2"}, "START");
}

TEST(CliUsageTest, PortsThatNobodyListensOnAreRefused) {
  expect_refused({"run", "--users", "2", "--server", "127.0.0.1:1"}, "--server: '127.0.0.1:1' takes no connection");
}

TEST(CliUsageTest, ForeignServersAreRefusedWithUsersRateAndAddress) {
  expect_refused({"run", "--users", "20", "--server", "192.0.2.1:5300", "--domain", "example.org"},
                 "is 192.0.2.1:5300, outside the loopback range: 20 users would send 1 messages/s there");
}

TEST(CliUsageTest, FaultyAccountsAreRefusedWithTheirLine) {
  const TemporaryFile file("user,password\nanna,geheim\nben\n");
  const Words arguments{"run", "--accounts", file.path()};
  expect_refused(arguments, file.path() + " line 3: a field is missing");
  EXPECT_THAT(run_program(arguments).errors, Not(HasSubstr("geheim")));
}

TEST(CliUsageTest, RefusedRunsLeaveNoResult) {
  const std::string path = std::filesystem::temp_directory_path() / "squall-test-refused.json";
  expect_refused({"run", "--json", path, "--users", "2", "--server", "127.0.0.1:1"}, "takes no connection");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(CliUsageTest, LaterOptionsWin) {
  expect_refused({"run", "--users", "2", "--users", "5"}, "--users: '5' is odd");
}

TEST(CliUsageTest, DryRunPrintsThePlanAndEnds) {
  const ProgramEnd end = run_program({"run", "--users", "10", "--rate", "1/s", "--duration", "1min", "--dry-run"});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(end.errors, "");
  EXPECT_THAT(end.output, AllOf(HasSubstr("10 (1 to 10) in 5 pairs"), HasSubstr("10/s together, 600 expected"),
                                HasSubstr("Descriptors")));
}

TEST(CliUsageTest, DryRunOfAForeignServerNamesItsAddressAndConnectsNowhere) {
  const ProgramEnd end = run_program({"run", "--server", "192.0.2.1", "--domain", "example.org", "--dry-run"});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.output, AllOf(HasSubstr("192.0.2.1:5222"), HasSubstr("needs --yes-this-server-is-mine")));
}

TEST(CliUsageTest, HelpIsCompleteAndFitsAHundredColumns) {
  for (const Words& arguments : {Words{"--help"},
                                 {"run", "--help"},
                                 {"pairs", "--help"},
                                 {"serve", "--help"},
                                 {"parse", "--help"},
                                 {"accounts", "--help"},
                                 {"check", "--help"}}) {
    const ProgramEnd end = run_program(arguments);
    EXPECT_EQ(end.exit_code, 0);
    EXPECT_THAT(end.output, AllOf(HasSubstr("Usage:"), HasSubstr("Examples:")));
    for (std::size_t at = 0, stop = 0; at < end.output.size(); at = stop + 1) {
      stop = end.output.find('\n', at);
      EXPECT_LE(report::columns(end.output.substr(at, stop - at)), 100u) << end.output.substr(at, stop - at);
    }
  }
}

/// Every word of a help text that begins with two dashes.
std::set<std::string> options_in(const std::string& help) {
  const std::regex option("--[a-z][a-z-]+");
  return {std::sregex_token_iterator(help.begin(), help.end(), option), {}};
}

TEST(CliUsageTest, ManualNamesEveryOption) {
  std::ifstream file(SQUALL_SOURCE_DIR "/docs/squall.1");
  std::string manual(std::istreambuf_iterator<char>(file), {});
  manual = std::regex_replace(manual, std::regex("\\\\-"), "-");
  for (const char* command : {"run", "pairs", "serve"}) {
    std::set<std::string> options = options_in(run_program({command, "--help"}).output);
    options.erase("--help");
    for (const std::string& option : options) EXPECT_THAT(manual, HasSubstr(option)) << command;
  }
}

TEST(CliUsageTest, HelpListsEveryExitCode) {
  const std::string help = run_program({"--help"}).output;
  for (const char* code : {"    2  ", "    3  ", "    4  ", "    1  ", "    0  ", "  130  ", "   70  "})
    EXPECT_THAT(help, HasSubstr(code));
}

TEST(CliUsageTest, VersionIsThatOfTheBuild) {
  const ProgramEnd end = run_program({"--version"});
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.output, StartsWith("squall " SQUALL_PROGRAM_VERSION "\n"));
}

}  // namespace
}  // namespace squall::test
