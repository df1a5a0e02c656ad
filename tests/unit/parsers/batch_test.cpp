#include "parsers/batch.hpp"

#include <gtest/gtest.h>

namespace squall::parsers {
namespace {

std::string answer(std::string_view bytes, FeedPlan plan = FeedPlan::all(),
                   const std::vector<std::size_t>& resets = {}) {
  const auto workspace = make_workspace();
  const auto parser = make_parser(ParserKind::dom, Limits{}, *workspace);
  return to_text(run_case(*parser, bytes, plan, resets));
}

TEST(FeedPlan, ReadsTheThreeKindsAndNothingElse) {
  EXPECT_TRUE(FeedPlan::parse("all"));
  EXPECT_EQ(FeedPlan::parse("chunk:3")->next(0, 10), 3u);
  EXPECT_EQ(FeedPlan::parse("split:4")->next(4, 10), 6u);
  for (const char* bad : {"", "chunk:0", "chunk:", "chunk:-1", "split:x", "all:1", "half"}) {
    EXPECT_FALSE(FeedPlan::parse(bad)) << bad;
  }
}

TEST(ParseResets, TakesNumbersInWhiteSpaceOnly) {
  EXPECT_EQ(parse_resets("20\n 3\n"), (std::vector<std::size_t>{3, 20}));
  EXPECT_EQ(parse_resets(""), std::vector<std::size_t>{});
  EXPECT_FALSE(parse_resets("12 twelve"));
}

TEST(RunCase, SortsAttributesAndEscapes) {
  EXPECT_EQ(answer("<r><a z='1' b='x&#10;\"'>\\&#9;</a></r>"),
            "ok\nstart {}r\nstart {}a {}b=\"x\\n\\\"\" {}z=\"1\"\ntext \"\\\\\\t\"\nend {}a\nend {}r\n");
}

TEST(RunCase, ReportsTextBesideTheChildrenOfADocument) {
  EXPECT_EQ(answer("<r>x<a/>y</r>"), "ok\nstart {}r\ntext \"x\"\nstart {}a\nend {}a\ntext \"y\"\nend {}r\n");
}

TEST(RunCase, RefusesAnythingBehindADocument) {
  for (const char* bad : {"<a/>x", "<a/><b/>", "<a/></document>", "<a/></document><document>"}) {
    EXPECT_TRUE(answer(bad).starts_with("error not-well-formed")) << bad;
    EXPECT_TRUE(answer(bad, FeedPlan::chunks(1)).starts_with("error not-well-formed")) << bad;
  }
}

TEST(RunCase, WritesDownAReset) {
  const std::string header = "<s:stream xmlns:s='http://etherx.jabber.org/streams'>";
  EXPECT_EQ(answer(header + header, FeedPlan::all(), {header.size()}),
            "incomplete\nstart {http://etherx.jabber.org/streams}stream\nreset\n"
            "start {http://etherx.jabber.org/streams}stream\n");
}

TEST(RunCase, NamesConditionAndOffset) {
  EXPECT_EQ(answer("<a><!-- -->"), "error restricted-xml\n# restricted XML at byte 3\nstart {}a\n");
}

}  // namespace
}  // namespace squall::parsers
