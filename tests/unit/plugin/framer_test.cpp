#include "parsers/plugin/framer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace squall::parsers::plugin {
namespace {

struct Framed {
  std::vector<std::string> items;
  parse_errc error = parse_errc::none;
  bool operator==(const Framed&) const = default;
};

Framed frame(std::string_view bytes, std::size_t piece, const Limits& limits = {}) {
  Framer framer(limits);
  Framed framed;
  for (std::size_t at = 0; at < bytes.size() && !framer.error(); at += piece) {
    const std::string fresh(bytes.substr(at, piece));  // gone before the next
    std::string_view input = fresh;
    while (!input.empty() && !framer.error()) {
      const std::string_view item = framer.next(input);
      if (!item.empty()) framed.items.emplace_back(item);
    }
  }
  framed.error = framer.error().code;
  return framed;
}

Framed frame_every_way(std::string_view bytes, const Limits& limits = {}) {
  const Framed whole = frame(bytes, bytes.size(), limits);
  for (std::size_t piece = 1; piece < bytes.size(); ++piece) {
    EXPECT_EQ(frame(bytes, piece, limits), whole) << "in pieces of " << piece;
  }
  return whole;
}

const std::string header = "<?xml version='1.0'?><s:s xmlns:s='x'>";

TEST(FramerTest, CutsHeaderStanzasAndEndTag) {
  const Framed framed = frame_every_way(header + "<a><b/>t</a> \n <c/><d x='>' y=\"/>\"></d></s:s>\n");
  EXPECT_EQ(framed.items,
            (std::vector<std::string>{header, "<a><b/>t</a>", "<c/>", "<d x='>' y=\"/>\"></d>", "</s:s>"}));
  EXPECT_EQ(framed.error, parse_errc::none);
}

TEST(FramerTest, SkipsMarkupInCdataSections) {
  const Framed framed = frame_every_way(header + "<a><![CDATA[</a>]>]]]]></a><b/>");
  EXPECT_EQ(framed.items, (std::vector<std::string>{header, "<a><![CDATA[</a>]>]]]]></a>", "<b/>"}));
}

TEST(FramerTest, AnEmptyRootIsHeaderAndEndInOne) {
  EXPECT_EQ(frame_every_way("<a/> ").items, std::vector<std::string>{"<a/>"});
  EXPECT_EQ(frame_every_way("<a/><b/>").error, parse_errc::not_well_formed);
}

TEST(FramerTest, RefusesWhatAStreamMayNotHold) {
  EXPECT_EQ(frame_every_way(header + "<a><!-- b --></a>").error, parse_errc::restricted_xml);
  EXPECT_EQ(frame_every_way(header + "<?php ?>").error, parse_errc::restricted_xml);
  EXPECT_EQ(frame_every_way("<!DOCTYPE a><a>").error, parse_errc::restricted_xml);
  EXPECT_EQ(frame_every_way(header + "text<a/>").error, parse_errc::text_between_stanzas);
  EXPECT_EQ(frame_every_way("</a>").error, parse_errc::not_well_formed);
  EXPECT_EQ(frame_every_way(" <?xml version='1.0'?><a>").error, parse_errc::not_well_formed);
}

TEST(FramerTest, AByteOrderMarkMayStandFirst) {
  EXPECT_EQ(frame_every_way("\xEF\xBB\xBF<a>").items, std::vector<std::string>{"\xEF\xBB\xBF<a>"});
  EXPECT_EQ(frame_every_way("\xEF\xBB<a>").error, parse_errc::not_well_formed);
}

TEST(FramerTest, HoldsTheLimitsOfDepthAndStanza) {
  EXPECT_EQ(frame_every_way("<a><b><c>", {.depth = 2}).error, parse_errc::depth_limit);
  EXPECT_EQ(frame("<a><b>" + std::string(100, 'x'), 7, {.stanza_bytes = 50}).error, parse_errc::stanza_limit);
}

}  // namespace
}  // namespace squall::parsers::plugin
