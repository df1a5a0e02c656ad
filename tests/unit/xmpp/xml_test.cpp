#include "xmpp/xml.hpp"

#include <gtest/gtest.h>

namespace squall::xmpp::xml {
namespace {

std::string text(std::string_view characters) {
  std::string out;
  append_text(out, characters);
  return out;
}

std::string attribute(std::string_view value) {
  std::string out;
  append_attribute(out, "a", value);
  return out;
}

TEST(XmlTest, TextEscapesMarkupAndKeepsQuotes) {
  EXPECT_EQ(text("a<b>&'\"c"), "a&lt;b&gt;&amp;'\"c");
}

TEST(XmlTest, TextKeepsCarriageReturnsThroughLineEndNormalisation) {
  EXPECT_EQ(text("a\r\n\tb"), "a&#13;\n\tb");
}

TEST(XmlTest, AttributeEscapesBothQuotesAndWhiteSpace) {
  EXPECT_EQ(attribute("'\"<&\t\n\r"), " a='&apos;&quot;&lt;&amp;&#9;&#10;&#13;'");
}

TEST(XmlTest, ControlCharactersBecomeTheReplacementCharacter) {
  EXPECT_EQ(text(std::string_view{"a\0b\x1f", 4}),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
}

TEST(XmlTest, MultiByteCharactersPassUnchanged) {
  EXPECT_EQ(text("жизнь €"), "жизнь €");
}

TEST(XmlTest, AnAbsentReceivedAttributeWritesNothing) {
  std::string out;
  append_attribute(out, "a", parsers::Text{});
  EXPECT_EQ(out, "");
}

TEST(XmlTest, AReceivedAttributeIsDecodedAndEscapedAgain) {
  std::string out;
  append_attribute(out, "a", parsers::Text{"x&lt;&#39;", parsers::Decoding::attribute});
  EXPECT_EQ(out, " a='x&lt;&apos;'");
}

}  // namespace
}  // namespace squall::xmpp::xml
