#include "src/zephyr/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsers/batch.hpp"
#include "parsers/parser.hpp"
#include "tests/unit/zephyr/sample_grid.hpp"

namespace squall::zephyr::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(PlotTest, IsWellFormedXml) {
  const auto workspace = parsers::make_workspace();
  const auto parser = parsers::make_parser(parsers::ParserKind::expat, {}, *workspace);
  const auto answer = parsers::run_case(*parser, to_svg(sample_grid(3)), parsers::FeedPlan::all());
  EXPECT_EQ(answer.verdict, parsers::Answer::Verdict::ok) << parsers::to_text(answer).substr(0, 300);
}

TEST(PlotTest, DrawsEveryCellAndBothLinesOf2005WithItsName) {
  const std::string svg = to_svg(sample_grid(3));
  EXPECT_EQ(count(svg, "<path class=\"line "), 8u);
  EXPECT_EQ(count(svg, "<path class=\"band "), 8u);
  for (const char* name : {"dom rebuild", "expat splice", "stream splice", "2005, without", "2005, with Zephyr"}) {
    EXPECT_THAT(svg, HasSubstr(name));
  }
}

TEST(PlotTest, FollowsTheReadersChoiceOfLightOrDark) {
  EXPECT_THAT(to_svg(sample_grid(1)), HasSubstr("prefers-color-scheme: dark"));
}

TEST(PlotTest, HasDecadesOnItsTimeAxis) {
  const std::string svg = to_svg(sample_grid(1));
  for (const char* decade : {">0.001<", ">0.1<", ">1<", ">1000<"}) EXPECT_THAT(svg, HasSubstr(decade));
}

TEST(PlotTest, DrawsNoNumbersThatAreNone) {
  GridResult result = sample_grid(2);
  for (CellClimb& one : result.climbs) {
    if (one.cell == 2) one.climb.steps[0].mark = "kept off its core";
    if (one.cell == 3) one.climb.steps.clear();
  }
  const std::string svg = to_svg(result);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_EQ(count(svg, "<path class=\"line "), 7u);
}

TEST(PlotTest, EscapesTheNamesOfPlugins) {
  GridResult result = sample_grid(1);
  result.cells[2].parser = "a<b&c";
  EXPECT_THAT(to_svg(result), HasSubstr("a&lt;b&amp;c"));
}

}  // namespace
}  // namespace squall::zephyr::test
