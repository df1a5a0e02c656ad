#include <string>

#include <gtest/gtest.h>

#include "tests/unit/parsers/reading.hpp"

// Every limit: what just fits, and where the first byte too many lies.

namespace squall::parsers::test {
namespace {

void expect_fits(std::string_view stanzas, const Limits& limits) {
  const Reading reading = read_stanzas(stanzas, limits);
  EXPECT_EQ(reading.error, parse_errc::none) << stanzas.substr(0, 100) << "\n" << reading;
}

void expect_error(std::string_view stanzas, const Limits& limits, parse_errc code, std::uint64_t offset) {
  const Reading reading = read_stanzas(stanzas, limits);
  EXPECT_EQ(reading.error, code) << stanzas.substr(0, 100);
  EXPECT_EQ(reading.offset, offset) << stanzas.substr(0, 100);
}

Limits with_depth(std::uint32_t depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

TEST(LimitsTest, HoldsTheDepth) {
  expect_fits("<a><b/></a><a><b></b></a>", with_depth(3));
  expect_error("<a><b><c/></b></a>", with_depth(3), parse_errc::depth_limit, 6);
  expect_error("<a><b><c></c></b></a>", with_depth(3), parse_errc::depth_limit, 6);
  expect_error("<a/>", with_depth(1), parse_errc::depth_limit, 0);
}

TEST(LimitsTest, GrowsToGreatDepths) {
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "<a>";
  for (int i = 0; i < 500; ++i) deep += "</a>";
  EXPECT_EQ(read_stanzas(deep, with_depth(501)).items.size(), 1u);
  expect_error(deep, with_depth(500), parse_errc::depth_limit, std::uint64_t{3} * 499);
}

TEST(LimitsTest, HoldsTheAttributes) {
  Limits limits;
  limits.attributes = 3;
  expect_fits("<a a='1' b='2' xmlns:c='3'/>", limits);
  expect_fits("<a id='1' to='2' xmlns='3'/>", limits);
  expect_error("<a a='1' b='2' c='3' d='4'/>", limits, parse_errc::attribute_limit, 21);
  expect_error("<a id='1' to='2' xmlns='3' type='4'/>", limits, parse_errc::attribute_limit, 27);
  expect_error("<a id='1' to='2' from='3' xmlns='4'/>", limits, parse_errc::attribute_limit, 26);
  expect_error("<a xmlns:c='1' xmlns:d='2' xmlns:e='3' xmlns:f='4'/>", limits, parse_errc::attribute_limit, 39);
}

TEST(LimitsTest, HoldsTheNames) {
  Limits limits;
  limits.name_bytes = 20;
  const std::string fits(20, 'n');
  const std::string too_long(21, 'n');
  expect_fits("<" + fits + " " + fits + "='1'></" + fits + ">", limits);
  expect_error("<" + too_long + "/>", limits, parse_errc::name_limit, 21);
  expect_error("<" + too_long, limits, parse_errc::name_limit, 21);
  expect_error("<a " + too_long + "='1'/>", limits, parse_errc::name_limit, 23);
  expect_error("<a></" + too_long, limits, parse_errc::name_limit, 25);
  expect_error("<a>&" + too_long, limits, parse_errc::name_limit, 23);
}

TEST(LimitsTest, HoldsKnownNamesToo) {
  Limits limits;
  limits.name_bytes = 13;  // stream:stream
  expect_error("<a xmlns:ppppppppp='1'/>", limits, parse_errc::name_limit, 16);
  limits.name_bytes = 14;
  expect_fits("<a subscription='1'/>", limits);
}

TEST(LimitsTest, HoldsTheTokens) {
  Limits limits;
  limits.token_bytes = 300;
  const std::string text(300, 't');
  expect_fits("<a>" + text + "<b/>" + text + "</a>", limits);
  expect_error("<a>" + text + "t</a>", limits, parse_errc::token_limit, 303);
  expect_error("<a>" + text + "tttttt", limits, parse_errc::token_limit, 303);
  expect_fits("<a x='" + text.substr(9) + "'/>", limits);
  expect_error("<a x='" + text + "'/>", limits, parse_errc::token_limit, 300);
  expect_error("<a>x<b y='" + text, limits, parse_errc::token_limit, 304);
  expect_error("<a><![CDATA[" + text + text + "]]></a>", limits, parse_errc::token_limit, 312);
  expect_error("<a " + std::string(400, ' ') + "/>", limits, parse_errc::token_limit, 300);
  expect_error("<a></a" + std::string(400, ' ') + ">", limits, parse_errc::token_limit, 303);
}

TEST(LimitsTest, HoldsTheStanzas) {
  Limits limits;
  limits.stanza_bytes = 300;
  const std::string text(293, 't');
  expect_fits("<a>" + text + "</a><a>" + text + "</a>", limits);
  expect_error("<a/><a>" + text + "t</a>", limits, parse_errc::stanza_limit, 304);
  std::string many = "<a>";
  for (int i = 0; i < 200; ++i) many += "<b/>";
  expect_error(many, limits, parse_errc::stanza_limit, 300);
  expect_error(many + "</b>", limits, parse_errc::stanza_limit, 300);
  EXPECT_EQ(read_every_way("<a x='" + text + text + "'>", limits).error, parse_errc::stanza_limit);
}

TEST(LimitsTest, ReportsTheLimitThatWasPassedFirst) {
  Limits limits;
  limits.stanza_bytes = 400;
  limits.token_bytes = 350;
  const std::string text(1000, 't');
  expect_error("<a>" + text, limits, parse_errc::token_limit, 353);
  expect_error("<a x='" + text.substr(0, 200) + "'>" + text, limits, parse_errc::stanza_limit, 400);
  expect_error("<a>" + text + "&bad;", limits, parse_errc::token_limit, 353);
  expect_error("<a>" + text + "\xFF", limits, parse_errc::token_limit, 353);
  expect_error("<a>" + text.substr(0, 300) + "&bad;", limits, parse_errc::restricted_xml, 303);
}

TEST(LimitsTest, TakesTheLimitsOff) {
  Limits limits;
  limits.depth = limits.attributes = limits.name_bytes = 0xFFFFFFFF;
  limits.token_bytes = limits.stanza_bytes = SIZE_MAX;
  std::string tag = "<a";
  for (int i = 0; i < 70000; ++i) tag += " n" + std::to_string(i) + "='1'";
  EXPECT_EQ(read_stanzas(tag + "/>", limits).error, parse_errc::none);
  EXPECT_EQ(read_stanzas(tag + " n69999='1'/>", limits).error, parse_errc::not_well_formed);
  expect_fits("<a>" + std::string(3'000'000, 't') + "</a>", limits);
}

}  // namespace
}  // namespace squall::parsers::test
