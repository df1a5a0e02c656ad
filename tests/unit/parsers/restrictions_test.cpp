#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parsers/stream/stream_parser.hpp"
#include "tests/unit/parsers/reading.hpp"

// RFC 6120 section 11, and what lies between stanzas.

namespace squall::parsers::test {
namespace {

using Items = std::vector<std::string>;

parse_errc error_of(std::string_view stanzas) {
  return read_stanzas(stanzas).error;
}

std::string document(std::string_view declaration) {
  return std::string{declaration} + std::string{header.substr(header.find("<stream"))};
}

parse_errc prolog_error(std::string_view prolog) {
  return read_every_way(document(prolog)).error;
}

TEST(RestrictionsTest, RefusesCommentsInstructionsAndDoctypes) {
  for (const char* markup : {"<!-- x -->", "<!---->", "<?php x?>", "<?xml-stylesheet x?>", "<?XMLfoo?>", "<!DOCTYPE a>",
                             "<!DOCTYPE a [<!ENTITY e 'x'>]>"}) {
    EXPECT_EQ(error_of(markup), parse_errc::restricted_xml) << markup;
    EXPECT_EQ(error_of("<a>" + std::string{markup}), parse_errc::restricted_xml) << markup;
    EXPECT_EQ(prolog_error(markup), parse_errc::restricted_xml) << markup;
    EXPECT_EQ(error_of("</stream:stream>" + std::string{markup}), parse_errc::restricted_xml) << markup;
  }
}

TEST(RestrictionsTest, RefusesADoctypeAtItsFirstLetter) {
  const Reading reading = read_every_way("<!D");
  EXPECT_EQ(reading.error, parse_errc::restricted_xml);
}

TEST(RestrictionsTest, RefusesOtherMarkupAsMalformed) {
  for (const char* markup : {"<!a>", "<!-x", "<![INCLUDE[", "<!ELEMENT"}) {
    EXPECT_EQ(error_of(markup), parse_errc::not_well_formed) << markup;
    EXPECT_EQ(error_of("<a>" + std::string{markup}), parse_errc::not_well_formed) << markup;
  }
}

TEST(RestrictionsTest, KnowsFiveEntitiesOnly) {
  EXPECT_EQ(error_of("<a>&nbsp;</a>"), parse_errc::restricted_xml);
  EXPECT_EQ(error_of("<a x='&LT;'/>"), parse_errc::restricted_xml);
  EXPECT_EQ(error_of("<a>&a.b-c;</a>"), parse_errc::restricted_xml);
}

TEST(RestrictionsTest, AcceptsTheDeclarationAtTheVeryStartOnly) {
  EXPECT_EQ(prolog_error("<?xml version='1.0'?>"), parse_errc::none);
  EXPECT_EQ(prolog_error("<?xml version=\"1.0\" encoding='utf-8' standalone = 'yes' ?>\n"), parse_errc::none);
  EXPECT_EQ(prolog_error("\xEF\xBB\xBF<?xml version='1.0'?>"), parse_errc::none);
  EXPECT_EQ(prolog_error("\xEF\xBB\xBF"), parse_errc::none);
  EXPECT_EQ(prolog_error(" <?xml version='1.0'?>"), parse_errc::not_well_formed);
  EXPECT_EQ(prolog_error("   <?xml version='1.0'?>"), parse_errc::not_well_formed);
  EXPECT_EQ(prolog_error("<?xml version='1.0'?><?xml version='1.0'?>"), parse_errc::not_well_formed);
  EXPECT_EQ(prolog_error(" \xEF\xBB\xBF"), parse_errc::not_well_formed);
  EXPECT_EQ(error_of("<?xml version='1.0'?>"), parse_errc::not_well_formed);
  EXPECT_EQ(error_of("<a><?xml version='1.0'?>"), parse_errc::not_well_formed);
}

TEST(RestrictionsTest, ChecksTheDeclaration) {
  for (const char* bad : {"<?xml?>", "<?xml ?>", "<?xml version=1.0?>", "<?xml version='1.0\"?>",
                          "<?xml encoding='UTF-8'?>", "<?xml version='1.0' encoding=''?>",
                          "<?xml version='1.0' standalone='maybe'?>", "<?xml version='1.0'encoding='UTF-8'?>",
                          "<?xml version='1.0' standalone='no' encoding='UTF-8'?>", "<?xml version='1.0' x='y'?>",
                          "<?xml version=''?>", "<?XML version='1.0'?>", "<?xml version='1.0' encoding='8'?>"}) {
    EXPECT_EQ(prolog_error(bad), parse_errc::not_well_formed) << bad;
  }
  EXPECT_EQ(prolog_error("<?xml version='1.1'?>"), parse_errc::none);
  EXPECT_EQ(prolog_error("<?xml version='2.0'?>"), parse_errc::unsupported_version);
  EXPECT_EQ(prolog_error("<?xml version='1.0' encoding='ISO-8859-1'?>"), parse_errc::unsupported_encoding);
  EXPECT_EQ(prolog_error("<?xml version='1.0' encoding='UTF-16'?>"), parse_errc::unsupported_encoding);
  EXPECT_EQ(read_every_way(std::string_view{"\xFE\xFF\0<\0a", 6}).error, parse_errc::not_well_formed);
}

TEST(RestrictionsTest, DropsWhiteSpaceBetweenStanzas) {
  const Reading reading = read_stanzas(" \r\n\t<a/>\n\n<b/>\t<c/> </stream:stream>\n ");
  EXPECT_EQ(reading.items, (Items{"a()", "b()", "c()", "close"}));
}

TEST(RestrictionsTest, RefusesTextBetweenStanzas) {
  EXPECT_EQ(error_of("<a/>hello<b/>"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("  x"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("'"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of(">"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("&amp;"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("<![CDATA[ x]]>"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("<![CDATA["), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("&#32;"), parse_errc::text_between_stanzas);
  EXPECT_EQ(error_of("&bad;"), parse_errc::restricted_xml);
}

TEST(RestrictionsTest, RefusesAnythingButSpaceBesideTheRoot) {
  for (const char* tail : {"x", "<a/>", "</a>", "&#32;", "<![CDATA[ ]]>", "<stream:stream>"}) {
    EXPECT_EQ(error_of("</stream:stream>" + std::string{tail}), parse_errc::not_well_formed) << tail;
  }
  EXPECT_EQ(prolog_error("x"), parse_errc::not_well_formed);
  EXPECT_EQ(prolog_error("&#32;"), parse_errc::not_well_formed);
  EXPECT_EQ(prolog_error("<![CDATA[ ]]>"), parse_errc::not_well_formed);
}

TEST(RestrictionsTest, HoldsNothingBackWhileOnlyWhiteSpaceComes) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  read(parser, stream_of("<a/>"), whole());
  for (int i = 0; i < 1000; ++i) {
    parser.feed(" \n");
    EXPECT_EQ(parser.next().kind, ItemKind::need_more);
    EXPECT_EQ(parser.pending_bytes(), 0u);
  }
}

}  // namespace
}  // namespace squall::parsers::test
