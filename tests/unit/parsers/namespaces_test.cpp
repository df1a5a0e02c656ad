#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/parsers/reading.hpp"

// Namespaces in XML 1.0.

namespace squall::parsers::test {
namespace {

using Items = std::vector<std::string>;

void expect_items(std::string_view stanzas, const Items& items) {
  const Reading reading = read_stanzas(stanzas);
  EXPECT_EQ(reading.items, items) << stanzas;
  EXPECT_EQ(reading.error, parse_errc::none) << stanzas << "\n" << reading;
}

parse_errc error_of(std::string_view stanzas) {
  return read_stanzas(stanzas).error;
}

TEST(NamespacesTest, InheritsTheDefaultNamespace) {
  expect_items("<a><b xmlns='urn:xmpp:ping'><c/></b><d/></a>", {"a({urn:xmpp:ping}b({urn:xmpp:ping}c()) d())"});
  expect_items("<a xmlns='1'><b xmlns='2'><c xmlns='3'/><c/></b><b/></a><z/>",
               {"{1}a({2}b({3}c() {2}c()) {1}b())", "z()"});
}

TEST(NamespacesTest, UndeclaresTheDefaultNamespace) {
  expect_items("<a xmlns=''><b/></a><c/>", {"{}a({}b())", "c()"});
}

TEST(NamespacesTest, ShowsTheStreamHeadersPrefixesInStanzas) {
  expect_items("<stream:features><a/></stream:features>", {"{http://etherx.jabber.org/streams}features(a())"});
}

TEST(NamespacesTest, KeepsAnUnusualHeadersScope) {
  const Reading reading = read_every_way(
      "<s:stream xmlns:s='http://etherx.jabber.org/streams' xmlns:p='urn:p' xmlns='urn:d' p:v='1'>"
      "<p:a p:x='1'/><s:b xmlns='urn:e'><c/></s:b><d xmlns:p='urn:q'><p:e/></d><p:f/></s:stream>");
  EXPECT_EQ(reading.items,
            (Items{"open {http://etherx.jabber.org/streams}stream[{urn:p}v=1](", "{urn:p}a[{urn:p}x=1]()",
                   "{http://etherx.jabber.org/streams}b({urn:e}c())", "{urn:d}d({urn:q}e())", "{urn:p}f()", "close"}));
}

TEST(NamespacesTest, FindsDeclarationsAfterTheirUseInTheTag) {
  expect_items("<p:a p:x='1' xmlns:p='u'/>", {"{u}a[{u}x=1]()"});
}

TEST(NamespacesTest, EndsTheScopeOfAPrefixWithItsElement) {
  expect_items("<p:a xmlns:p='u'><p:b xmlns:p='v'/><p:c/></p:a>", {"{u}a({v}b() {u}c())"});
  EXPECT_EQ(error_of("<a><b xmlns:p='u'/><p:c/></a>"), parse_errc::bad_namespace_prefix);
  EXPECT_EQ(error_of("<a xmlns:p='u'/><p:c/>"), parse_errc::bad_namespace_prefix);
  EXPECT_EQ(error_of("<a><b xmlns:p='u'></b><p:c/></a>"), parse_errc::bad_namespace_prefix);
}

TEST(NamespacesTest, RefusesUnboundPrefixes) {
  EXPECT_EQ(error_of("<p:a/>"), parse_errc::bad_namespace_prefix);
  EXPECT_EQ(error_of("<a p:x='1'/>"), parse_errc::bad_namespace_prefix);
  EXPECT_EQ(error_of("<xmlns:a/>"), parse_errc::bad_namespace_prefix);
}

TEST(NamespacesTest, DoesNotUndeclarePrefixes) {
  EXPECT_EQ(error_of("<a xmlns:p=''/>"), parse_errc::bad_namespace_prefix);
}

TEST(NamespacesTest, ReservesXmlAndXmlns) {
  expect_items("<a xml:lang='pl' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
               {"a[{http://www.w3.org/XML/1998/namespace}lang=pl]()"});
  for (const char* declaration :
       {"xmlns:xml='u'", "xmlns:xmlns='u'", "xmlns:xmlns='http://www.w3.org/2000/xmlns/'",
        "xmlns:p='http://www.w3.org/XML/1998/namespace'", "xmlns='http://www.w3.org/XML/1998/namespace'",
        "xmlns:p='http://www.w3.org/2000/xmlns/'", "xmlns='http://www.w3.org/2000/xmlns/'"}) {
    EXPECT_EQ(error_of("<a " + std::string{declaration} + "/>"), parse_errc::bad_namespace_prefix) << declaration;
  }
}

TEST(NamespacesTest, HoldsAttributesUniqueByExpandedName) {
  EXPECT_EQ(error_of("<a p:x='1' q:x='2' xmlns:p='u' xmlns:q='u'/>"), parse_errc::not_well_formed);
  EXPECT_EQ(error_of("<a p:x='1' p:x='2' xmlns:p='u'/>"), parse_errc::not_well_formed);
  EXPECT_EQ(error_of("<a xmlns:p='u' xmlns:p='v'/>"), parse_errc::not_well_formed);
  expect_items("<a x='0' p:x='1' q:x='2' xmlns:p='u' xmlns:q='v'/>", {"a[x=0][{u}x=1][{v}x=2]()"});
}

TEST(NamespacesTest, ComparesPairsAndNotJoinedStrings) {
  expect_items("<a p:cd='1' q:d='2' xmlns:p='ab' xmlns:q='abc'/>", {"a[{ab}cd=1][{abc}d=2]()"});
}

TEST(NamespacesTest, DecodesReferencesInNames) {
  expect_items("<a xmlns='urn:xmpp:&#x70;ing'/>", {"{urn:xmpp:ping}a()"});
  expect_items("<a xmlns='a&amp;b'/>", {"{a&b}a()"});
  EXPECT_EQ(error_of("<a p:x='1' q:x='2' xmlns:p='u' xmlns:q='&#117;'/>"), parse_errc::not_well_formed);
}

TEST(NamespacesTest, RefusesBrokenQualifiedNames) {
  for (const char* stanza : {"<:a/>", "<p:/>", "<p:1a xmlns:p='u'/>", "<a:b:c xmlns:a='u'/>", "<a :x='1'/>",
                             "<a p:='1' xmlns:p='u'/>", "<a p:x:y='1' xmlns:p='u'/>", "<a xmlns:='u'/>"}) {
    EXPECT_EQ(error_of(stanza), parse_errc::not_well_formed) << stanza;
  }
}

TEST(NamespacesTest, WantsTheSamePrefixInTheEndTag) {
  EXPECT_EQ(error_of("<p:a xmlns:p='jabber:client'></a>"), parse_errc::not_well_formed);
  EXPECT_EQ(error_of("<p:a xmlns:p='u' xmlns:q='u'></q:a>"), parse_errc::not_well_formed);
}

TEST(NamespacesTest, TellsApartNamesOfEveryLength) {
  for (std::size_t size = 1; size < 80; ++size) {
    const std::string uri(size, 'u');
    expect_items("<a xmlns='" + uri + "'><b xmlns='" + uri + "u'/></a>", {"{" + uri + "}a({" + uri + "u}b())"});
  }
  expect_items("<a xmlns='urn:xmpp:pong'/><a xmlns='xrn:xmpp:ping'/><a xmlns='urn:xmpp:ping '/>",
               {"{urn:xmpp:pong}a()", "{xrn:xmpp:ping}a()", "{urn:xmpp:ping }a()"});
}

TEST(NamespacesTest, KeepsHundredsOfUnknownNamesAndPrefixes) {
  std::string stanza = "<a>";
  std::string expected = "a(";
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    stanza += "<p" + n + ":b xmlns:p" + n + "='urn:" + n + "' xmlns='urn:d" + n + "'><c/></p" + n + ":b>";
    expected += (i == 0 ? "" : " ") + std::string{"{urn:"} + n + "}b({urn:d" + n + "}c())";
  }
  const Reading reading = read_stanzas(stanza + "</a>");
  EXPECT_EQ(reading.items, Items{expected + ")"});
}

}  // namespace
}  // namespace squall::parsers::test
