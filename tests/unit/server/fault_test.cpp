#include "src/server/fault.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/server/fault_plan.hpp"

// The text of --fault, the counts, and when a fault strikes.

namespace squall::server {
namespace {

using testing::HasSubstr;

FaultRule rule(std::string_view text) {
  const auto rules = parse_faults(text);
  EXPECT_TRUE(rules.has_value()) << text << ": " << (rules ? "" : rules.error());
  EXPECT_TRUE(!rules || rules->size() == 1U) << text;
  return rules ? rules->front() : FaultRule{};
}

std::string problem(std::string_view text) {
  const auto rules = parse_faults(text);
  EXPECT_FALSE(rules.has_value()) << text;
  return rules ? "" : rules.error();
}

TEST(FaultTest, ReadsNamesValuesAndRates) {
  EXPECT_EQ(rule("drop").kind, FaultKind::drop);
  EXPECT_EQ(rule("drop").probability, 1);
  EXPECT_DOUBLE_EQ(rule("drop:1/100").probability, 0.01);
  EXPECT_DOUBLE_EQ(rule("bounce:0.5%").probability, 0.005);
  EXPECT_EQ(rule("reset:nth=7").every, 7U);
  EXPECT_EQ(rule("delay=50ms").value, 50'000'000);
  EXPECT_EQ(rule("delay=50ms:1/2").value, 50'000'000);
  EXPECT_EQ(rule("duplicate").value, 1);
  EXPECT_EQ(rule("duplicate=3").value, 3);
  EXPECT_EQ(rule("slow=20%").value, 200);
  EXPECT_EQ(rule("slow=0.5%").value, 5);
  EXPECT_EQ(rule("capacity=1000/s").value, 1'000'000);
  EXPECT_EQ(rule("stream-error").condition, "internal-server-error");
  EXPECT_EQ(rule("stream-error=policy-violation:nth=2").condition, "policy-violation");
}

TEST(FaultTest, ReadsSeveralPartedByCommas) {
  const auto rules = parse_faults("drop:1/7,delay=1s,close:nth=100");
  ASSERT_TRUE(rules.has_value());
  ASSERT_EQ(rules->size(), 3U);
  EXPECT_EQ((*rules)[1].kind, FaultKind::delay);
  EXPECT_EQ((*rules)[2].every, 100U);
}

TEST(FaultTest, NamesTheNearestFault) {
  EXPECT_THAT(problem("dorp"), HasSubstr("'dorp'; the nearest is drop"));
  EXPECT_THAT(problem("halfclose"), HasSubstr("half-close"));
  EXPECT_THAT(problem("stall-authentication"), HasSubstr("stall-"));
  EXPECT_THAT(problem(""), HasSubstr("no fault ''"));
  EXPECT_THAT(problem(std::string(100'000, 'x')), HasSubstr("no fault"));
}

TEST(FaultTest, SaysWhatWouldBeRight) {
  EXPECT_THAT(problem("drop=3"), HasSubstr("takes none"));
  EXPECT_THAT(problem("drop:"), HasSubstr("1/100"));
  EXPECT_THAT(problem("drop:0/5"), HasSubstr("1/100"));
  EXPECT_THAT(problem("drop:2/1"), HasSubstr("1/100"));
  EXPECT_THAT(problem("drop:1/0"), HasSubstr("1/100"));
  EXPECT_THAT(problem("drop:200%"), HasSubstr("0.5%"));
  EXPECT_THAT(problem("drop:nth=0"), HasSubstr("nth=7"));
  EXPECT_THAT(problem("delay"), HasSubstr("50ms"));
  EXPECT_THAT(problem("delay=soon"), HasSubstr("'soon'"));
  EXPECT_THAT(problem("delay=0"), HasSubstr("50ms"));
  EXPECT_THAT(problem("duplicate=0"), HasSubstr("1 to 1000"));
  EXPECT_THAT(problem("duplicate=1001"), HasSubstr("1 to 1000"));
  EXPECT_THAT(problem("slow=20"), HasSubstr("20%"));
  EXPECT_THAT(problem("slow=20%:1/2"), HasSubstr("always"));
  EXPECT_THAT(problem("capacity=many"), HasSubstr("1000/s"));
  EXPECT_THAT(problem("stream-error=<evil/>"), HasSubstr("policy-violation"));
  EXPECT_THAT(problem("drop,"), HasSubstr("no fault ''"));
}

TEST(FaultTest, EveryRowOfTheTableCanBeReadAndIsListed) {
  const std::string list = fault_list();
  std::set<std::string_view> names;
  for (const FaultRow& row : fault_table()) {
    EXPECT_THAT(list, HasSubstr("  " + std::string(row.name)));
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(to_string(row.kind), row.name);
    if (row.value == FaultValue::none || !row.usual.empty()) {
      EXPECT_EQ(rule(row.name).kind, row.kind);
    }
  }
}

TEST(FaultTest, CountsGoThroughALine) {
  const auto rules = parse_faults("drop,stall-auth");
  FaultCounts counts;
  counts[FaultKind::drop] = 14;
  counts[FaultKind::close] = 3;  // not asked for, and so not told
  const std::string line = to_line(counts, *rules);
  EXPECT_EQ(line, "fault_drop=14 fault_stall_auth=0");
  const FaultCounts read = parse_fault_counts("messages_in=5 " + line + " nonsense fault_close=x fault_=1 fault_reset");
  EXPECT_EQ(read[FaultKind::drop], 14U);
  EXPECT_EQ(read[FaultKind::close], 0U);
  EXPECT_THAT(to_table(counts, *rules), HasSubstr("fault stall-auth"));
}

TEST(FaultPlanTest, TakesEachChanceOfSoManyExactly) {
  FaultPlan plan({rule("drop:nth=7")}, 1);
  int strikes = 0;
  for (int i = 1; i <= 100; ++i) {
    const bool strikes_now = plan.strikes(FaultKind::drop);
    EXPECT_EQ(strikes_now, i % 7 == 0);
    strikes += strikes_now ? 1 : 0;
  }
  EXPECT_EQ(strikes, 14);
  EXPECT_FALSE(plan.strikes(FaultKind::close));
}

TEST(FaultPlanTest, IsRepeatedByItsSeedWhateverElseIsInForce) {
  FaultPlan alone({rule("drop:1/3")}, 5), among({rule("close:1/3"), rule("drop:1/3")}, 5), other({rule("drop:1/3")}, 6);
  int strikes = 0, differences = 0;
  for (int i = 0; i < 3000; ++i) {
    among.strikes(FaultKind::close);
    const bool strikes_now = alone.strikes(FaultKind::drop);
    EXPECT_EQ(strikes_now, among.strikes(FaultKind::drop));
    differences += strikes_now != other.strikes(FaultKind::drop) ? 1 : 0;
    strikes += strikes_now ? 1 : 0;
  }
  EXPECT_GT(differences, 500);
  EXPECT_NEAR(strikes, 1000, 150);
}

TEST(FaultPlanTest, DrawsBelowItsBound) {
  FaultPlan plan({}, 1);
  std::set<std::uint64_t> drawn;
  for (int i = 0; i < 100; ++i) drawn.insert(plan.draw(4));
  EXPECT_THAT(drawn, testing::ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(plan.draw(0), 0U);
}

}  // namespace
}  // namespace squall::server
