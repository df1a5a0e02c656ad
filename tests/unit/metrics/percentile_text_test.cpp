#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/metrics/histogram.hpp"

namespace squall::metrics {
namespace {

using testing::HasSubstr;

struct Line {
  double value = 0, share = 0;
  std::uint64_t upto = 0;
};

std::vector<Line> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  std::getline(in, line);
  std::vector<Line> lines;
  while (std::getline(in, line) && !line.starts_with("#")) {
    Line parsed;
    std::istringstream(line) >> parsed.value >> parsed.share >> parsed.upto;
    lines.push_back(parsed);
  }
  return lines;
}

TEST(PercentileTextTest, HasALineForEveryValueInMilliseconds) {
  Histogram histogram;
  histogram.record(1'000'000, 50);
  histogram.record(10'000'000, 49);
  histogram.record(100'000'000, 1);
  const auto lines = lines_of(histogram.percentile_text());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_NEAR(lines[0].value, 1, 0.01);
  EXPECT_DOUBLE_EQ(lines[0].share, 0.5);
  EXPECT_EQ(lines[1].upto, 99u);
  EXPECT_NEAR(lines[2].value, 100, 1);
  EXPECT_DOUBLE_EQ(lines[2].share, 1);
}

TEST(PercentileTextTest, LostMessagesCountButHaveNoLine) {
  Histogram histogram;
  histogram.record(1'000'000, 99);
  histogram.record_infinite();
  const auto lines = lines_of(histogram.percentile_text());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_DOUBLE_EQ(lines[0].share, 0.99);
}

TEST(PercentileTextTest, EndsInTheThreeLinesThatPlottersSkip) {
  Histogram histogram;
  histogram.record(2'000'000, 4);
  const std::string text = histogram.percentile_text();
  EXPECT_TRUE(text.starts_with("       Value     Percentile TotalCount 1/(1-Percentile)\n\n"));
  EXPECT_THAT(text, HasSubstr("#[Mean    =     2.000000, StdDeviation   = "));
  EXPECT_THAT(text, HasSubstr("#[Max     =     2.000000, Total count    =            4]\n"));
}

TEST(PercentileTextTest, EmptyHistogramHasNoLines) {
  EXPECT_TRUE(lines_of(Histogram{}.percentile_text()).empty());
}

}  // namespace
}  // namespace squall::metrics
