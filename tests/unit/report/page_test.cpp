#include "src/report/page.hpp"

#include <gtest/gtest.h>

#include "src/report/printable.hpp"

namespace squall::report {
namespace {

TEST(PageTest, LongLinesGoOnIndentedAndFit) {
  Page page(false);
  std::string words;
  for (int i = 0; i < 60; ++i) words += "wörter ";
  page.line("  " + words + "end");
  const std::string text = page.text();
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    EXPECT_LE(columns(line), page_columns);
    EXPECT_TRUE(line.starts_with("  w") || line.starts_with("  end")) << line;
  }
  EXPECT_TRUE(text.ends_with("end\n"));
}

TEST(PageTest, AWordLongerThanThePageIsCut) {
  Page page(false);
  page.line(std::string(250, 'x'));
  EXPECT_EQ(page.text(), std::string(100, 'x') + "\n" + std::string(100, 'x') + "\n" + std::string(50, 'x') + "\n");
}

TEST(PageTest, ColoursAppearOnlyWhereWanted) {
  Page plain(false);
  plain.line("text", Colour::red);
  EXPECT_EQ(plain.text(), "text\n");
  Page coloured(true);
  coloured.line("text", Colour::red);
  EXPECT_EQ(coloured.text(), "\x1b[31mtext\x1b[0m\n");
}

TEST(PageTest, EmptyLinesAndFieldsAreLines) {
  Page page(false);
  page.line("");
  page.field("label", "");
  EXPECT_EQ(page.text(), "\nlabel         \n");
}

TEST(PageTest, TablesAlignNamesLeftAndNumbersRight) {
  Table table;
  table.row({"name", "ms"});
  table.row({"längst", "1.000"});
  table.row({"x", "12345.000"});
  Page page(false);
  table.print(page);
  EXPECT_EQ(page.text(),
            "  name           ms\n"
            "  längst      1.000\n"
            "  x       12345.000\n");
}

}  // namespace
}  // namespace squall::report
