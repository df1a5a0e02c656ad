#include "src/report/printable.hpp"

#include <gtest/gtest.h>

namespace squall::report {
namespace {

TEST(PrintableTest, ReadableTextStays) {
  EXPECT_EQ(printable("not-authorized"), "not-authorized");
  EXPECT_EQ(printable("Grüße, 日本, 🎉"), "Grüße, 日本, 🎉");
  EXPECT_EQ(printable(""), "");
}

TEST(PrintableTest, ControlCharactersBecomeVisible) {
  EXPECT_EQ(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u{9b}31m");
}

TEST(PrintableTest, CharactersThatTurnTheTextAroundBecomeVisible) {
  EXPECT_EQ(printable("\xE2\x80\xAE"
                      "cod.exe"),
            "\\u{202e}cod.exe");
  EXPECT_EQ(printable("\xE2\x81\xA6"), "\\u{2066}");
  EXPECT_EQ(printable("\xE2\x80\xA8"), "\\u{2028}");
}

TEST(PrintableTest, BytesThatAreNotUtf8BecomeVisible) {
  EXPECT_EQ(printable("\xFF"), "\\xff");
  EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf");
  EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xE0\x80\xAF"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(PrintableTest, LongTextIsCutAtACharacter) {
  EXPECT_EQ(printable("aaaa", 4), "aaaa");
  EXPECT_EQ(printable("aaaaa", 4), "aaaa…");
  EXPECT_EQ(printable("aaaü", 4), "aaa…");
}

TEST(PrintableTest, ColumnsCountCharacters) {
  EXPECT_EQ(columns("abc"), 3u);
  EXPECT_EQ(columns("µüß…"), 4u);
  EXPECT_EQ(columns(""), 0u);
}

}  // namespace
}  // namespace squall::report
