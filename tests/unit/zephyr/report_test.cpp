#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/zephyr/full_report.hpp"
#include "src/zephyr/grid_report.hpp"
#include "src/zephyr/json.hpp"
#include "tests/unit/zephyr/sample_grid.hpp"

namespace squall::zephyr::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(GridReportTest, LogHasTheColumnsOf2005) {
  EXPECT_THAT(log_heading(grid({})[0]),
              ContainsRegex("Messages Processed +Average Process Time \\(ms\\) +Total Connected to Server"));
  EXPECT_THAT(log_line(step_of(1000, 63)), ContainsRegex(" 1000 +0.0630 +1000\n"));
}

TEST(GridReportTest, TableHasEveryCellTheRatioTheShareAnd2005) {
  const std::string text = to_text(sample_grid(5));
  EXPECT_THAT(text, ContainsRegex("clients +rebuild +splice +rebuild +splice +rebuild +splice"));
  EXPECT_THAT(text, ContainsRegex(" 1000 .*4\\.50 \\(4\\.50 to 4\\.50\\) +50 % +50 % +1172 +0\\.0630 +0\\.016\n"));
}

TEST(GridReportTest, KeepsParserAndArchitectureApart) {
  const std::string text = to_text(sample_grid(5));
  EXPECT_THAT(text, ContainsRegex("parser +dom rebuild / stream rebuild +3\\.00"));
  EXPECT_THAT(text, ContainsRegex("parser +expat splice / stream splice +2\\.00"));
  EXPECT_THAT(text, ContainsRegex("architecture +dom rebuild / dom splice +1\\.50"));
  EXPECT_THAT(text, ContainsRegex("both +dom rebuild / stream splice +4\\.50"));
}

TEST(GridReportTest, NamesWhatIsNotCountedAndWhy) {
  GridResult result = sample_grid(5);
  result.climbs[0].climb.steps[0].mark = "the generator was the bottleneck";
  const std::string text = to_text(result);
  EXPECT_THAT(text, HasSubstr("1 of 60 steps are marked and not counted"));
  EXPECT_THAT(text, HasSubstr("1 because the generator was the bottleneck"));
}

TEST(GridReportTest, NamesFaultsOfTheAudit) {
  GridResult result = sample_grid(1);
  EXPECT_THAT(to_text(result), HasSubstr("the same bodies in every cell"));
  result.climbs[0].climb.steps[0].digest = 1;
  EXPECT_THAT(to_text(result), HasSubstr("the bodies are not those of the other cells"));
}

TEST(GridReportTest, SaysWhyAClimbEndedEarly) {
  GridResult result = sample_grid(1);
  EXPECT_THAT(to_text(result), HasSubstr("Every climb reached 1000 clients"));
  result.climbs[0].climb.end = "3 of 1000 messages were not answered in time";
  EXPECT_THAT(to_text(result), HasSubstr("dom rebuild, repeat 1: ended at 1000 clients: 3 of 1000 messages"));
}

TEST(GridReportTest, SaysThatSharedCoresSpoilEveryFigure) {
  GridResult result = sample_grid(1);
  EXPECT_THAT(to_text(result), Not(HasSubstr("ONE CORE")));
  result.cores_apart = false;
  EXPECT_THAT(to_text(result), HasSubstr("ONE CORE"));
}

TEST(GridReportTest, OfNothingIsNoTable) {
  EXPECT_THAT(to_text(GridResult{}), Not(HasSubstr("clients\n")));
}

TEST(FullReportTest, GivesCapacitiesAndSaysWhichAreBounds) {
  const Capacity known{.rate_hz = 50'000, .is_lower_bound = false, .probes = {}};
  const Capacity bound{.rate_hz = 100'000, .is_lower_bound = true, .probes = {}};
  const std::string text = to_text(std::vector<CapacityRow>{{"dom rebuild", {known}}, {"stream splice", {bound}}});
  EXPECT_THAT(text, ContainsRegex("dom rebuild +50000 \\(50000 to 50000\\)"));
  EXPECT_THAT(text, ContainsRegex("stream splice +at least 100000 \\(100000 to 100000\\) +-\n"));
  const std::string known_twice = to_text(std::vector<CapacityRow>{{"a", {known, known}}, {"b", {known, known}}});
  EXPECT_THAT(known_twice, ContainsRegex("b +50000 .* 1\\.00 \\(1\\.00 to 1\\.00\\)"));
}

TEST(FullReportTest, HoldsContentsAndSituationsApart) {
  const auto cells = grid({});
  ContentGap gap;
  gap.content = Content::vcard;
  gap.rate_hz = 200;
  gap.alone.assign(cells.size(), Spread{1000, 1000, 1000, 1});
  gap.alone[0].median = 350'000;
  for (auto& by_cell : gap.figures) by_cell.resize(cells.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    gap.figures[0][cell].push_back({.parse = cell == 0 ? 6000.0 : 1000.0, .last_byte = 9000});
    gap.figures[1][cell].push_back({.parse = 1000, .mark = "the server was kept off its core"});
  }
  const std::string text = to_text(std::vector<ContentGap>{gap}, cells);
  EXPECT_THAT(text, ContainsRegex("vCard.* alone +350 .* 350\n"));
  EXPECT_THAT(text, ContainsRegex("light load +6\\.00 +1\\.00.* 6\\.00 \\(6\\.00 to 6\\.00\\)"));
  EXPECT_THAT(text, ContainsRegex("burst +- +- "));
  EXPECT_THAT(text, HasSubstr("6 of 12 loads not counted because the server was kept off its core"));
}

TEST(ZephyrJsonTest, HoldsTheTableAndEveryStep) {
  const Findings findings{sample_grid(2), {}, {}};
  const auto all = boost::json::parse(to_json(findings, "1.2.3")).as_object();
  EXPECT_EQ(all.at("squall").as_string(), "1.2.3");
  EXPECT_EQ(all.at("cells").as_array().size(), 6u);
  EXPECT_EQ(all.at("climbs").as_array().size(), 12u);
  const auto& row = all.at("table").as_array()[1].as_object();
  EXPECT_EQ(row.at("clients").to_number<int>(), 1000);
  EXPECT_EQ(row.at("in_2005").as_object().at("without_ms").to_number<double>(), 1172);
  EXPECT_TRUE(row.at("process_time_ns").as_object().contains("dom rebuild"));
  EXPECT_TRUE(all.at("audit_faults").as_array().empty());
}

}  // namespace
}  // namespace squall::zephyr::test
