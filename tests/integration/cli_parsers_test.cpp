#include <fstream>
#include <string>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/cli_program.hpp"
#include "tests/support/child_process.hpp"

// `squall parsers` as a user calls it.

namespace squall::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

std::string bad(const std::string& fault) {
  return std::string(SQUALL_BAD_PLUGINS) + "/bad_" + fault + ".so";
}

ProgramEnd parsers(Words more) {
  Words words{"parsers", "--kind", "chat", "--bytes", "300K", "--rounds", "2"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

void expect_usage(const Words& words, const std::string& what) {
  const ProgramEnd end = run_program(words);
  EXPECT_EQ(end.exit_code, 2) << what;
  EXPECT_EQ(end.output, "") << what;
  EXPECT_EQ(std::count(end.errors.begin(), end.errors.end(), '\n'), 1) << end.errors;
  EXPECT_THAT(end.errors, HasSubstr(what));
}

void expect_refused(const Words& more, const std::string& what) {
  Words words{"parsers", "--kind", "chat", "--bytes", "300K", "--rounds", "2"};
  words.insert(words.end(), more.begin(), more.end());
  expect_usage(words, what);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  return text.substr(text.rfind('\n', end) + 1);
}

TEST(CliParsersTest, PrintsATableThatEndsInALineToQuote) {
  const ProgramEnd end = parsers({});
  EXPECT_EQ(end.exit_code, 0) << end.errors;
  EXPECT_THAT(end.output, AllOf(HasSubstr("x expat"), HasSubstr("squall stream"), HasSubstr("memchr walk"),
                                Not(HasSubstr("(DIFFERS)"))));
  EXPECT_THAT(last_line(end.output), AllOf(HasSubstr("squall stream on chat ("), HasSubstr("times expat (quartiles "),
                                           HasSubstr("median of 2 rounds, consume mode, 64 KB reads; squall ")));
}

TEST(CliParsersTest, APluginGetsARowInEveryFormat) {
  EXPECT_THAT(parsers({"--plugin", SQUALL_EXPAT_PLUGIN}).output, HasSubstr("\n  expat-plugin "));
  EXPECT_THAT(parsers({"--plugin", SQUALL_EXPAT_PLUGIN, "--format", "markdown"}).output,
              HasSubstr("\n| expat-plugin "));
  const ProgramEnd end = parsers({"--plugin", SQUALL_EXPAT_PLUGIN, "--format", "json"});
  const auto report = boost::json::parse(end.output);
  const auto& rows = report.at("tables").at(0).at("rows").as_array();
  const auto& last = rows.back().as_object();
  EXPECT_EQ(last.at("parser").as_string(), "expat-plugin");
  EXPECT_EQ(last.at("seconds").as_array().size(), 2u);
  EXPECT_TRUE(last.at("agrees").as_bool());
  EXPECT_EQ(report.at("plugins").at(0).at("name").as_string(), "expat-plugin");
}

TEST(CliParsersTest, APluginThatCrashesIsNamedAndTheOthersAreMeasured) {
  const ProgramEnd end = parsers({"--plugin", bad("crash")});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.output, AllOf(HasSubstr("plugin bad-plugin 0 ("), HasSubstr("crashed (signal 6"),
                                HasSubstr("it is not measured"), HasSubstr("squall stream on chat (")));
}

TEST(CliParsersTest, APluginThatCrashesOrHangsOnlyWhenItIsMeasuredIsNamedToo) {
  EXPECT_THAT(
      parsers({"--plugin", bad("crash_late")}).output,
      AllOf(HasSubstr("crashed (signal 6, Aborted) while chat was read"), HasSubstr("squall stream on chat (")));
  EXPECT_THAT(parsers({"--plugin", bad("hang_late"), "--patience", "2s"}).output,
              AllOf(HasSubstr("and was killed while chat was read"), HasSubstr("squall stream on chat (")));
}

TEST(CliParsersTest, TotalsThatDifferAreMarked) {
  const ProgramEnd end = parsers({"--plugin", bad("mute")});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.output, HasSubstr("bad-plugin (DIFFERS)"));
}

TEST(CliParsersTest, BadInputIsRefusedInOneLine) {
  expect_refused({"--plugin", bad("symbol")}, "has no symbol squall_parser_get_api");
  expect_refused({"--plugin", bad("version")}, "version 1 is expected");
  expect_refused({"--plugin", SQUALL_EXPAT_PLUGIN, "--plugin", SQUALL_EXPAT_PLUGIN}, "calls itself expat-plugin");
  expect_refused({"--corpus", "/dev/null"}, "is empty; a recorded XMPP stream is expected");
  expect_refused({"--corpus", SQUALL_SOURCE_DIR "/LICENSE"}, "a recorded XMPP stream is expected");
  expect_refused({"--corpus", "/no/such/file"}, "/no/such/file");
  expect_refused({"--mode", "fast"}, "--mode: 'fast' is no mode; choose of scan and consume");
  expect_refused({"--feed", "2"}, "--feed: '2' is no feed");
  expect_refused({"--format", "xml"}, "--format: 'xml' is no format");
  expect_refused({"--parsers", "nobody's"}, "--parsers: 'nobody's'");
}

TEST(CliParsersTest, APluginReadsForParseToo) {
  const std::string path = SQUALL_SOURCE_DIR "/fixtures/cases/attr-quotes.xml";
  const ProgramEnd right = run_program({"parse", path});
  const ProgramEnd own = run_program({"parse", "--plugin", SQUALL_EXPAT_PLUGIN, path});
  EXPECT_EQ(own.exit_code, right.exit_code) << own.errors;
  EXPECT_EQ(own.output, right.output);
  const ProgramEnd lie = run_program({"parse", "--plugin", bad("unbalanced"), path});
  EXPECT_EQ(lie.exit_code, 1);
  EXPECT_THAT(lie.output, HasSubstr("fault of the parser plugin"));
  EXPECT_EQ(run_program({"parse", "--plugin", bad("symbol"), path}).exit_code, 2);
}

TEST(CliParsersTest, APluginServes) {
  ChildProcess server({SQUALL_PROGRAM, "serve", "--listen", "127.0.0.1:0", "--plugin", SQUALL_EXPAT_PLUGIN});
  const std::string line = server.read_line();
  ASSERT_THAT(line, AllOf(testing::StartsWith("listening on 127.0.0.1:"), testing::HasSubstr("expat-plugin parser")));
  const std::size_t at = std::string("listening on ").size();
  const std::string address = line.substr(at, line.find(' ', at) - at);
  const ProgramEnd run =
      run_program({"run", "--server", address, "--users", "4", "--rate", "240/min", "--duration", "1s"});
  EXPECT_THAT(run.exit_code, testing::AnyOf(0, 4))
      << run.output << run.errors;  // 4: this machine was too busy to judge
  EXPECT_THAT(run.output, HasSubstr("4 of 4")) << run.output;
  EXPECT_EQ(server.terminate(), 0);
}

TEST(CliParsersTest, AServerRefusesAPluginThatKnowsNoNamespaces) {
  expect_usage({"serve", "--plugin", bad("no_namespaces")}, "does not resolve namespaces");
}

TEST(CliParsersTest, ReadsARecordedStream) {
  const std::string path = testing::TempDir() + "recorded.xml";
  const ProgramEnd made = run_program({"corpus", "--kind", "presence", "--bytes", "100K", "-o", path});
  ASSERT_EQ(made.exit_code, 0) << made.errors;
  const ProgramEnd end = run_program({"parsers", "--corpus", path, "--rounds", "1"});
  EXPECT_EQ(end.exit_code, 0) << end.errors;
  EXPECT_THAT(last_line(end.output), HasSubstr("squall stream on recorded.xml ("));
}

}  // namespace
}  // namespace squall::test
