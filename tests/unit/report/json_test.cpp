#include "src/report/json.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/made_up_result.hpp"

namespace squall::report {
namespace {

using boost::json::value;
using testing::HasSubstr;
using testing::Not;

const Machine machine{"A processor", 2, 1 << 30, "Linux 6.1", "Debian"};

value parsed(const metrics::Result& result) {
  return boost::json::parse(json_report(result, machine));
}

std::uint64_t number(const value& json, std::string_view pointer) {
  return json.at_pointer(pointer).to_number<std::uint64_t>();
}

TEST(JsonReportTest, NamesItsSchemaFirst) {
  EXPECT_TRUE(json_report(test::made_up_result(), machine).starts_with("{\"schema_version\":1,"));
}

TEST(JsonReportTest, HoldsTheAuditWithEveryOutcomeAndArrival) {
  const value json = parsed(test::made_up_result());
  EXPECT_EQ(number(json, "/audit/planned"), 15000u);
  std::uint64_t outcomes = 0;
  for (const auto& [name, messages] : json.at_pointer("/audit/outcomes").as_object())
    outcomes += messages.to_number<std::uint64_t>();
  EXPECT_EQ(outcomes, 15000u);
  std::uint64_t arrivals = 0;
  for (const auto& [name, messages] : json.at_pointer("/audit/arrivals").as_object())
    if (name != "all") arrivals += messages.to_number<std::uint64_t>();
  EXPECT_EQ(arrivals, number(json, "/audit/arrivals/all"));
  EXPECT_EQ(number(json, "/audit/lost"), 2u);
}

TEST(JsonReportTest, HistogramsCanBeRebuiltFromTheirBuckets) {
  const value json = parsed(test::made_up_result());
  std::uint64_t counted = 0;
  for (const value& bucket : json.at_pointer("/latency/from_plan/buckets").as_array()) {
    EXPECT_LT(bucket.at(0).to_number<std::int64_t>(), bucket.at(1).to_number<std::int64_t>());
    counted += bucket.at(2).to_number<std::uint64_t>();
  }
  EXPECT_EQ(counted, number(json, "/latency/from_plan/count"));
  EXPECT_EQ(number(json, "/latency/from_plan/max_ns"), 41'234'000'000u);
}

TEST(JsonReportTest, LostPercentilesAreNever) {
  metrics::Result result = test::made_up_result();
  result.latency.from_plan.record_infinite(100'000);
  EXPECT_EQ(parsed(result).at_pointer("/latency/from_plan/p99_ns"), value("never"));
}

TEST(JsonReportTest, ScenarioIsWholeButForItsSecrets) {
  const std::string text = json_report(test::made_up_result(), machine);
  EXPECT_THAT(text, Not(HasSubstr("hunter2")));
  EXPECT_THAT(text, Not(HasSubstr("password")));
  const value json = boost::json::parse(text);
  EXPECT_EQ(number(json, "/scenario/population/users"), 1000u);
  EXPECT_EQ(json.at_pointer("/scenario/population/user"), value("test{n}"));
  EXPECT_EQ(number(json, "/scenario/duration_ns"), 60'000'000'000u);
  EXPECT_EQ(number(json, "/scenario/seed"), 1u);
}

TEST(JsonReportTest, RunsWithoutEndHaveNoDuration) {
  metrics::Result result = test::made_up_result();
  result.scenario.duration.reset();
  EXPECT_TRUE(parsed(result).at_pointer("/scenario/duration_ns").is_null());
}

TEST(JsonReportTest, AccountsFileTakesThePlaceOfTheTemplate) {
  metrics::Result result = test::made_up_result();
  result.scenario.population.accounts_file = "users.csv";
  const value json = parsed(result);
  EXPECT_EQ(json.at_pointer("/scenario/population/accounts"), value("users.csv"));
  EXPECT_FALSE(json.at_pointer("/scenario/population").as_object().contains("user"));
}

TEST(JsonReportTest, SeriesAndFunnelAreArrays) {
  const value json = parsed(test::made_up_result());
  EXPECT_EQ(json.at_pointer("/series").as_array().size(), 2u);
  EXPECT_TRUE(json.at_pointer("/series/0/p99_ns").is_null());
  EXPECT_EQ(json.at_pointer("/funnel/users/0/error"), value("auth_failed: not-authorized"));
  EXPECT_EQ(number(json, "/funnel/stage_time/bind/count"), 999u);
}

TEST(JsonReportTest, UnknownServerCountsAreNull) {
  metrics::Result result = test::made_up_result();
  EXPECT_EQ(number(parsed(result), "/server/messages_routed"), 14966u);
  result.server.known = false;
  EXPECT_TRUE(parsed(result).at_pointer("/server").is_null());
}

TEST(JsonReportTest, EveryVerdictHasAName) {
  metrics::Result result = test::made_up_result();
  const auto code = [&](metrics::Verdict verdict) {
    result.verdict = verdict;
    return std::string(parsed(result).at_pointer("/verdict/code").as_string());
  };
  EXPECT_EQ(code(metrics::Verdict::ok), "ok");
  EXPECT_EQ(code(metrics::Verdict::lost), "lost");
  EXPECT_EQ(code(metrics::Verdict::invalid), "invalid");
  EXPECT_EQ(code(metrics::Verdict::nobody_online), "nobody-online");
}

TEST(JsonReportTest, HostileTextStaysText) {
  metrics::Result result = test::made_up_result();
  result.funnel.rows[0].error = "\"},{\xFF\x1b";
  EXPECT_EQ(parsed(result).at_pointer("/funnel/users/0/error"), value("\"},{\\xff\\x1b"));
}

}  // namespace
}  // namespace squall::report
