#include "src/zephyr/columns.hpp"

#include <gtest/gtest.h>

namespace squall::zephyr::test {
namespace {

TEST(ColumnsTest, StandToTheRightButForTheFirst) {
  EXPECT_EQ(columns({{"a", "1"}, {"bcd", "22"}}), "  a     1\n  bcd  22\n");
}

TEST(ColumnsTest, CountCharactersNotBytes) {
  EXPECT_EQ(columns({{"\xC3\xA9", "1"}, {"ee", "2"}}), "  \xC3\xA9   1\n  ee  2\n");
}

TEST(ColumnsTest, GiveThreeDigitsThatCount) {
  EXPECT_EQ(three_digits(1234.5), "1234");
  EXPECT_EQ(three_digits(12.345), "12.3");
  EXPECT_EQ(three_digits(0.063), "0.0630");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(in_ms(1'172'000'000), "1172");
}

TEST(ColumnsTest, GiveARatioWithItsSpread) {
  EXPECT_EQ(in_words(Spread{1.25, 1, 1.5, 5}), "1.25 (1.00 to 1.50)");
  EXPECT_EQ(in_words(std::nullopt), "-");
}

}  // namespace
}  // namespace squall::zephyr::test
