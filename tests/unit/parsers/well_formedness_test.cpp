#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/parsers/reading.hpp"

// XML 1.0, production by production, each in every way of cutting the input.

namespace squall::parsers::test {
namespace {

using Items = std::vector<std::string>;

void expect_items(std::string_view stanzas, const Items& items) {
  const Reading reading = read_stanzas(stanzas);
  EXPECT_EQ(reading.items, items) << stanzas;
  EXPECT_EQ(reading.error, parse_errc::none) << stanzas << "\n" << reading;
}

void expect_error(std::string_view stanzas, parse_errc code, std::uint64_t offset) {
  const Reading reading = read_stanzas(stanzas);
  EXPECT_EQ(reading.error, code) << stanzas;
  EXPECT_EQ(reading.offset, offset) << stanzas;
}

void expect_malformed(std::string_view stanzas, std::uint64_t offset) {
  expect_error(stanzas, parse_errc::not_well_formed, offset);
}

TEST(WellFormednessTest, DeliversAStanzaWithItsLastByte) {
  expect_items("<a/>", {"a()"});
  expect_items("<a></a>", {"a()"});
  expect_items("<a x='1' y=\"2\">t<b/>u</a>", {"a[x=1][y=2](\"t\"b()\"u\")"});
}

TEST(WellFormednessTest, OpensAndClosesTheStream) {
  const Reading reading = read_stanzas("<a/></stream:stream>");
  EXPECT_EQ(reading.items, (Items{"a()", "close"}));
}

TEST(WellFormednessTest, TakesAnEmptyRootAsOpenedAndClosed) {
  EXPECT_EQ(read_every_way("<a b='1'/>").items, (Items{"open {}a[b=1](", "close"}));
}

TEST(WellFormednessTest, AcceptsEitherQuoteAndTheOtherInside) {
  expect_items("<a x='\"' y=\"'\"/>", {"a[x=\"][y=']()"});
  expect_items("<a x=''/>", {"a[x=]()"});
  expect_items("<a x='>' y='/>'>it's \"quoted\" > so</a>", {"a[x=>][y=/>](\"it's \"quoted\" > so\")"});
}

TEST(WellFormednessTest, AllowsWhiteSpaceWhereTagsHaveIt) {
  expect_items("<a\n\tx = '1'\r\n  y\n=\n'2' ></a \n>", {"a[x=1][y=2]()"});
  expect_items("<a />", {"a()"});
  expect_items("<a x='1' />", {"a[x=1]()"});
}

TEST(WellFormednessTest, RequiresWhiteSpaceBetweenAttributes) {
  expect_malformed("<a x='1'y='2'/>", 8);
  expect_malformed("<a x='1'y/>", 8);
}

TEST(WellFormednessTest, RefusesBrokenTags) {
  expect_malformed("<a x/>", 4);
  expect_malformed("<a x=1/>", 5);
  expect_malformed("<a x=>", 5);
  expect_malformed("<a ='1'/>", 3);
  expect_malformed("<a x='1' / >", 10);
  expect_malformed("<a/x>", 3);
  expect_malformed("<a x='<'/>", 6);
  expect_malformed("< a/>", 1);
  expect_malformed("<>", 1);
  expect_malformed("</>", 2);
  expect_malformed("<a></ a>", 5);
  expect_malformed("<a></a x='1'>", 7);
  expect_malformed("<a x=`1`/>", 5);
  expect_malformed("<a <b/>", 3);
  expect_malformed("<a\"x\">", 2);
}

TEST(WellFormednessTest, RefusesTwoAttributesOfOneName) {
  expect_malformed("<a id='1' id='2'/>", 10);
  expect_malformed("<a odd='1' odd='2'/>", 11);
  expect_malformed("<a odd='1' id='0' even='1' odd='2'/>", 27);
  expect_malformed("<a xmlns='x' xmlns='x'/>", 13);
}

TEST(WellFormednessTest, FindsARepeatedAttributeAmongMany) {
  std::string tag = "<a";
  for (int i = 0; i < 40; ++i) tag += " n" + std::to_string(i) + "='1'";
  const std::size_t at = tag.size() + 1;
  expect_malformed(tag + " n7='2'/>", at);
  EXPECT_EQ(read_stanzas(tag + "/>").error, parse_errc::none);
}

TEST(WellFormednessTest, ChecksNames) {
  expect_items("<_a/><a-b.c1/><xmlfoo/><\xC3\xA9l\xC3\xA9ment/><\xE6\x97\xA5\xE6\x9C\xAC/>",
               {"_a()", "a-b.c1()", "xmlfoo()", "\xC3\xA9l\xC3\xA9ment()", "\xE6\x97\xA5\xE6\x9C\xAC()"});
  expect_items("<\xF0\x90\x90\x80 \xF0\x90\x90\x80='1'/>", {"\xF0\x90\x90\x80[\xF0\x90\x90\x80=1]()"});
  for (const char* name : {"1a", "-a", ".a", "a?", "\xC3\x97", "a\xC3\xB7", "a/b", "a,", "a@"}) {
    EXPECT_EQ(read_stanzas("<" + std::string{name} + "/>").error, parse_errc::not_well_formed) << name;
    EXPECT_EQ(read_stanzas("<a " + std::string{name} + "='1'/>").error, parse_errc::not_well_formed) << name;
  }
}

TEST(WellFormednessTest, ComparesEndTagsOfEveryLength) {
  for (std::size_t size = 1; size <= 40; ++size) {
    const std::string name(size, 'n');
    std::string other = name;
    other.back() = 'm';
    expect_items("<a><" + name + "></" + name + "></a>", {"a(" + name + "())"});
    EXPECT_EQ(read_stanzas("<a><" + name + "></" + other + ">").error, parse_errc::not_well_formed) << size;
    EXPECT_EQ(read_stanzas("<a><" + name + "></" + name + "n>").error, parse_errc::not_well_formed) << size;
    EXPECT_EQ(read_stanzas("<a><n" + name + "></" + name + ">").error, parse_errc::not_well_formed) << size;
  }
}

TEST(WellFormednessTest, RefusesAnEndTagThatWasNotOpened) {
  expect_malformed("<a><b></a>", 8);
  expect_malformed("<a></stream:stream>", 5);
  expect_malformed("</stream>", 2);
  EXPECT_EQ(read_every_way("</a>").error, parse_errc::not_well_formed);
}

TEST(WellFormednessTest, DecodesReferences) {
  expect_items("<a>&lt;&gt;&amp;&quot;&apos;</a>", {"a(\"<>&\"'\")"});
  expect_items("<a>&#65;&#x42;&#x0000000043;&#9;&#xE9;&#x10FFFF;</a>", {"a(\"ABC\t\xC3\xA9\xF4\x8F\xBF\xBF\")"});
  expect_items("<a x='&lt;&#38;&quot;'/>", {"a[x=<&\"]()"});
}

TEST(WellFormednessTest, RefusesBadReferences) {
  expect_malformed("<a>&</a>", 4);
  expect_malformed("<a>& b</a>", 4);
  expect_malformed("<a>&amp b</a>", 7);
  expect_malformed("<a>&;</a>", 4);
  expect_malformed("<a>&#;</a>", 5);
  expect_malformed("<a>&#x;</a>", 6);
  expect_malformed("<a>&#6A;</a>", 6);
  expect_malformed("<a>&#xG;</a>", 6);
  expect_malformed("<a x='&1;'/>", 7);
  for (const char* number : {"0", "1", "8", "11", "31", "x1F", "xD800", "xDFFF", "xFFFE", "xFFFF", "x110000",
                             "4294967361", "18446744073709551681"}) {
    EXPECT_EQ(read_stanzas("<a>&#" + std::string{number} + ";</a>").error, parse_errc::not_well_formed) << number;
    EXPECT_EQ(read_stanzas("<a x='&#" + std::string{number} + ";'/>").error, parse_errc::not_well_formed) << number;
  }
}

TEST(WellFormednessTest, RefusesTheEndOfCdataInText) {
  expect_malformed("<a>x]]>y</a>", 6);
  expect_items("<a>]] ]>]]&gt;</a>", {"a(\"]] ]>]]>\")"});
  expect_items("<a x=']]>'/>", {"a[x=]]>]()"});
}

TEST(WellFormednessTest, ReadsCdata) {
  expect_items("<a><![CDATA[<b>&amp;]] >]]]></a>", {"a(\"<b>&amp;]] >]\")"});
  expect_items("<a>x<![CDATA[]]>y<![CDATA[z]]></a>", {"a(\"xyz\")"});
  expect_items("<a>]]<![CDATA[>]]></a>", {"a(\"]]>\")"});
  expect_items("<a><![CDATA[a\rb\r\nc]]></a>", {"a(\"a\nb\nc\")"});
  expect_malformed("<a><![CDATX[", 10);
  expect_malformed("<a><![cdata[", 6);
  expect_malformed("<a><![CDATA[\x02]]></a>", 12);
}

TEST(WellFormednessTest, NormalisesLineEnds) {
  expect_items("<a>1\r\n2\r3\n4\r\r\n5</a>", {"a(\"1\n2\n3\n4\n\n5\")"});
  expect_items("<a>&#13;\r\n&#xD;&#xA;</a>", {"a(\"\r\n\r\n\")"});
}

TEST(WellFormednessTest, NormalisesValues) {
  expect_items("<a x='1\t2\n3\r\n4\r5'/>", {"a[x=1 2 3 4 5]()"});
  expect_items("<a x='1&#9;2&#10;3&#13;&#10;4'/>", {"a[x=1\t2\n3\r\n4]()"});
}

TEST(WellFormednessTest, RefusesControlCharactersEverywhere) {
  for (const char c : {'\0', '\x01', '\x08', '\x0B', '\x0C', '\x0E', '\x1F'}) {
    const std::string byte(1, c);
    for (const std::string& stanza : {"<a>x" + byte + "</a>", "<a x='" + byte + "'/>", "<a " + byte + "/>",
                                      "<a" + byte + "/>", byte, "<a></a" + byte + ">", "<a><![CDATA[" + byte}) {
      EXPECT_EQ(read_stanzas(stanza).error, parse_errc::not_well_formed) << static_cast<int>(c);
    }
  }
  expect_items("<a>\x7F</a>", {"a(\"\x7F\")"});
}

TEST(WellFormednessTest, AcceptsTheEdgesOfUtf8) {
  const std::string edges =
      "\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF";
  expect_items("<a x='" + edges + "'>" + edges + "</a>", {"a[x=" + edges + "](\"" + edges + "\")"});
}

TEST(WellFormednessTest, RefusesIllFormedUtf8AtItsFirstBadByte) {
  const std::vector<std::pair<std::string, std::size_t>> bad{
      {"\x80", 0},         {"\xBF", 0},         {"\xC0\x80", 0},     {"\xC1\xBF", 0},     {"\xE0\x80\x80", 1},
      {"\xE0\x9F\xBF", 1}, {"\xED\xA0\x80", 1}, {"\xED\xBF\xBF", 1}, {"\xF0\x80\x80", 1}, {"\xF0\x8F\xBF\xBF", 1},
      {"\xF4\x90\x80", 1}, {"\xF5\x80\x80", 0}, {"\xFF", 0},         {"\xE2\x82<", 2},    {"\xE2(\xA1", 1},
      {"\xC3 ", 1},        {"\xF0\x90\x80", 3}, {"\xEF\xBF\xBE", 2}, {"\xEF\xBF\xBF", 2}, {"\xE9 x", 1},
  };
  for (const auto& [bytes, at] : bad) {
    expect_malformed("<a>ok" + bytes + "</a>", 5 + at);
    expect_malformed("<a x='ok" + bytes + "'/>", 8 + at);
    expect_malformed("<a>" + std::string(70, 'x') + bytes + "</a>", 73 + at);
    expect_malformed("<a>" + std::string(58, 'x') + bytes + "</a>", 61 + at);
  }
}

TEST(WellFormednessTest, DeliversWhatIsCompleteBeforeAnError) {
  const Reading reading = read_stanzas("<a/><b>x<c/>y&bad;</b>");
  EXPECT_EQ(reading.items, Items{"a()"});
  EXPECT_EQ(reading.unfinished, "b(\"x\"c()");
  EXPECT_EQ(reading.error, parse_errc::restricted_xml);
}

TEST(WellFormednessTest, KeepsAnUnfinishedStanzaWithoutItsLastText) {
  const Reading reading = read_stanzas("<a x='1'>text<b><c/>more");
  EXPECT_EQ(reading.items, Items{});
  EXPECT_EQ(reading.unfinished, "a[x=1](\"text\"b(c()");
}

TEST(WellFormednessTest, ShowsAnUnfinishedTagOnlyWhenItIsComplete) {
  EXPECT_EQ(read_stanzas("<a><b x='1' y='2").unfinished, "a(");
  EXPECT_EQ(read_stanzas("<a><b x='1'").unfinished, "a(");
  EXPECT_EQ(read_stanzas("<a><b").unfinished, "a(");
  EXPECT_EQ(read_stanzas("<a></").unfinished, "a(");
}

}  // namespace
}  // namespace squall::parsers::test
