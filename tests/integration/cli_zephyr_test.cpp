#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/integration/cli_program.hpp"

// `squall zephyr` as a user calls it, in small. Nothing here asserts how long anything takes.

namespace squall::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using Words = std::vector<std::string>;

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class CliZephyrTest : public testing::Test {
 protected:
  CliZephyrTest() { std::filesystem::create_directory(folder_); }
  ~CliZephyrTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  boost::json::object json() const { return boost::json::parse(read_file(path("z.json"))).as_object(); }

  /// 20 and 40 clients, each cell twice.
  ProgramEnd run_small(Words more) const {
    Words words{"zephyr", "--step", "20", "--most", "40", "--repeats", "2", "--json", path("z.json")};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }

 private:
  std::string folder_ = "/tmp/squall-zephyr-test-" + std::to_string(::getpid());
};

TEST_F(CliZephyrTest, ClimbsInEveryCellAndPrintsLogAndTable) {
  const ProgramEnd end = run_small({"--plot", path("z.svg")});
  ASSERT_EQ(end.exit_code, 0) << end.errors << end.output;
  EXPECT_THAT(end.output,
              ContainsRegex("Messages Processed +Average Process Time \\(ms\\) +Total Connected to Server"));
  EXPECT_THAT(end.output, ContainsRegex("clients +rebuild +splice +rebuild +splice +rebuild +splice"));
  EXPECT_THAT(end.output, HasSubstr("Every climb reached 40 clients"));
  EXPECT_THAT(end.output, HasSubstr("the same bodies in every cell"));
  EXPECT_THAT(end.output, ContainsRegex("Instruments: [+-][0-9.]+ %"));
  EXPECT_THAT(end.errors, HasSubstr("repeat 2 of 2: stream splice"));
  EXPECT_THAT(read_file(path("z.svg")), HasSubstr("</svg>"));
}

TEST_F(CliZephyrTest, SumsHoldAndBodiesAreEqualInEveryStepOfEveryCell) {
  ASSERT_EQ(run_small({}).exit_code, 0);
  const auto all = json();
  std::set<std::string> digests[2];
  std::size_t steps = 0;
  for (const auto& climb : all.at("climbs").as_array()) {
    for (const auto& value : climb.as_object().at("steps").as_array()) {
      const auto& step = value.as_object();
      const auto number = [&step](const char* key) { return step.at(key).to_number<double>(); };
      EXPECT_EQ(number("sent"), number("clients"));
      EXPECT_EQ(number("answered"), number("sent"));
      EXPECT_EQ(number("wrong") + number("duplicates"), 0);
      digests[number("clients") > 20].insert(std::string(step.at("digest").as_string()));
      ++steps;
      if (!climb.as_object().at("instruments").as_bool()) continue;
      EXPECT_EQ(number("processed"), number("answered"));
      EXPECT_NEAR(number("wait_ns") + number("parse_ns") + number("route_ns") + number("write_ns"),
                  number("process_time_ns"), 1);
      EXPECT_GT(number("parse_ns"), 0);
    }
  }
  EXPECT_EQ(steps, 2u * 6 * 2 * 2);  // steps, cells, repeats, with and without instruments
  EXPECT_EQ(digests[0].size(), 1u);
  EXPECT_EQ(digests[1].size(), 1u);
}

TEST_F(CliZephyrTest, MeasuresAPluginToo) {
  const ProgramEnd end = run_small({"--plugin", SQUALL_EXPAT_PLUGIN});
  ASSERT_EQ(end.exit_code, 0) << end.errors << end.output;
  EXPECT_EQ(json().at("cells").as_array().size(), 8u);
  EXPECT_TRUE(json().at("audit_faults").as_array().empty());
}

TEST_F(CliZephyrTest, FullAddsWhereTheGapComesFromAndCapacities) {
  const ProgramEnd end = run_program({"zephyr", "--full", "--quick", "--json", path("z.json")});
  ASSERT_EQ(end.exit_code, 0) << end.errors << end.output;
  EXPECT_THAT(end.output, HasSubstr("Where the gap comes from"));
  EXPECT_THAT(end.output, HasSubstr("Capacity"));
  const auto all = json();
  ASSERT_EQ(all.at("gaps").as_array().size(), 4u);
  for (const auto& gap : all.at("gaps").as_array()) {
    std::set<std::string> digests;
    for (const auto& cell : gap.as_object().at("light load").as_object()) {
      for (const auto& repeat : cell.value().as_array()) {
        digests.insert(std::string(repeat.as_object().at("digest").as_string()));
      }
    }
    EXPECT_EQ(digests.size(), 1u) << gap;
  }
  EXPECT_EQ(all.at("capacities").as_array().size(), 6u);
}

TEST_F(CliZephyrTest, RefusesWhatCannotBeMeant) {
  const auto expect_refused = [](const Words& more, const char* what) {
    Words words{"zephyr"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramEnd end = run_program(words);
    EXPECT_EQ(end.exit_code, 2) << what;
    EXPECT_THAT(end.errors, HasSubstr(what));
    EXPECT_EQ(end.output, "");
  };
  expect_refused({"--step", "7"}, "is odd");
  expect_refused({"--most", "50"}, "less than one --step");
  expect_refused({"--repeats", "0"}, "--repeats");
  expect_refused({"--plugin", "/nonexistent.so"}, "--plugin");
  expect_refused({"--json", "/nonexistent/z.json"}, "--json");
  expect_refused({"--server", "p=127.0.0.1:5222"}, "needs --full");
  expect_refused({"--full", "--server", "127.0.0.1:5222"}, "has no name");
  expect_refused({"--full", "--server", "far=192.0.2.1:5222"}, "outside the loopback range");
}

TEST(ServeProcessingTimesTest, IsRefusedAWayOfForwardingThatIsNone) {
  const ProgramEnd end = run_program({"serve", "--forwarding", "pigeon"});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.errors, HasSubstr("choose splice or rebuild"));
}

}  // namespace
}  // namespace squall::test
