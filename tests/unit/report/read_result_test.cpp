#include "src/report/read_result.hpp"

#include <fstream>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "src/report/json.hpp"
#include "tests/unit/report/made_up_result.hpp"

namespace squall::report {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Machine machine{"A processor", 2, 1 << 30, "Linux 6.1", "Debian"};

std::string written() {
  return json_report(test::made_up_result(), machine);
}

std::string problem_of(const std::string& text) {
  try {
    parse_result(text);
  } catch (const ResultFileError& error) {
    return error.what();
  }
  return "";
}

/// The made-up result with one value set: `pointer` as of RFC 6901.
std::string with(std::string_view pointer, boost::json::value value) {
  auto document = boost::json::parse(written());
  document.at_pointer(pointer) = std::move(value);
  return boost::json::serialize(document);
}

TEST(ReadResultTest, WhatIsReadIsWrittenTheSameAgain) {
  metrics::Result result = test::made_up_result();
  result.latency.from_plan.record_infinite(2);
  result.scenario.transport.tls = scenario::TlsMode::required;
  result.scenario.direction = scenario::Direction::one_way;
  const std::string text = json_report(result, machine);
  const StoredResult stored = parse_result(text);
  EXPECT_EQ(json_report(stored.result, stored.machine), text);
}

TEST(ReadResultTest, RunWithoutEndAndAccountsFileComeBack) {
  metrics::Result result = test::made_up_result();
  result.scenario.duration.reset();
  result.scenario.population.accounts_file = "users.csv";
  result.server.known = false;
  const StoredResult stored = parse_result(json_report(result, machine));
  EXPECT_FALSE(stored.result.scenario.duration);
  EXPECT_EQ(stored.result.scenario.population.accounts_file, "users.csv");
  EXPECT_FALSE(stored.result.server.known);
}

TEST(ReadResultTest, HistogramsOfSeveralFilesMerge) {
  metrics::Result one = parse_result(written()).result;
  one.latency.from_plan += parse_result(written()).result.latency.from_plan;
  metrics::Histogram both = test::made_up_result().latency.from_plan;
  both += test::made_up_result().latency.from_plan;
  EXPECT_EQ(one.latency.from_plan.count(), both.count());
  EXPECT_EQ(one.latency.from_plan.quantile(0.99), both.quantile(0.99));
  EXPECT_EQ(one.latency.from_plan.max(), both.max());
}

TEST(ReadResultTest, NamesAnotherSchemaVersion) {
  EXPECT_EQ(problem_of(with("/schema_version", 7)), "is of schema version 7; this squall reads version 1");
  EXPECT_THAT(problem_of("{\"a\":1}"), StartsWith("has no schema_version"));
}

TEST(ReadResultTest, EveryCutFileIsCalledCutWithItsPosition) {
  const std::string text = written();
  const std::size_t end = text.rfind('}');
  for (std::size_t size = 0; size <= end; size += 1 + size / 50)
    EXPECT_THAT(problem_of(text.substr(0, size)), StartsWith("is cut short at byte " + std::to_string(size))) << size;
}

TEST(ReadResultTest, SaysWhereItIsNoJson) {
  EXPECT_THAT(problem_of("{\n  \"schema_version\": oops}"), StartsWith("is no JSON at byte 22 (line 2, column 21)"));
  EXPECT_THAT(problem_of(written() + "x"), StartsWith("has more after its end at byte "));
  EXPECT_THAT(problem_of("[1]"), StartsWith("is no JSON object"));
}

TEST(ReadResultTest, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(problem_of(with("/audit/planned", -1)), "audit.planned has to be a whole number from 0 on");
  EXPECT_EQ(problem_of(with("/funnel/users/1/stage", "lunch")), "funnel.users[1].stage is no stage of a login");
  EXPECT_EQ(problem_of(with("/scenario/direction", nullptr)), "scenario.direction has to be a string");
  EXPECT_EQ(problem_of(with("/verdict/code", "fine")), "verdict.code is no verdict");
  EXPECT_EQ(problem_of(with("/series", 5)), "series has to be an array");
  auto document = boost::json::parse(written()).as_object();
  document.erase("audit");
  EXPECT_EQ(problem_of(boost::json::serialize(document)), "audit is missing");
}

TEST(ReadResultTest, BucketsHaveToBeThoseOfAHistogram) {
  const std::string problem = "latency.from_plan.buckets are not the buckets of a histogram";
  EXPECT_EQ(problem_of(with("/latency/from_plan/buckets", boost::json::parse("[[5,5000,1]]"))), problem);
  EXPECT_EQ(problem_of(with("/latency/from_plan/buckets", boost::json::parse("[[6,7,1],[5,6,1]]"))), problem);
  EXPECT_EQ(problem_of(with("/latency/from_plan/buckets", boost::json::parse("[[-6,-5,1]]"))), problem);
}

TEST(ReadResultTest, DeepNestingIsRefused) {
  EXPECT_THAT(problem_of(std::string(100'000, '[')), HasSubstr("is no JSON at byte"));
}

TEST(ReadResultTest, FilesThatCannotBeReadSayWhy) {
  EXPECT_THROW(read_result("/nonexistent/result.json"), ResultFileError);
  try {
    read_result("/");
    FAIL();
  } catch (const ResultFileError& error) {
    EXPECT_STREQ(error.what(), "is a folder; name a file");
  }
}

}  // namespace
}  // namespace squall::report
