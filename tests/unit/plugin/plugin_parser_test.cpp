#include "parsers/plugin/plugin_parser.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsers/batch.hpp"
#include "parsers/plugin/api.hpp"
#include "parsers/plugin/stream_plugin.hpp"
#include "src/plugin/cases.hpp"

namespace squall::parsers::plugin {
namespace {

const std::string header = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";

/// Whether the house's parser behind the interface answers a case as it does without.
void expect_same(const squall::plugin::Case& one, FeedPlan plan, Workspace& workspace) {
  const auto resets = parse_resets(one.resets).value();
  const auto direct = make_parser(ParserKind::stream, {}, workspace);
  const Answer right = run_case(*direct, one.bytes, plan, resets);
  PluginParser plugin(stream_api(), {});
  const Answer own = run_case(plugin, one.bytes, plan, resets);
  EXPECT_EQ(plugin.fault(), "") << one.name;
  EXPECT_EQ(own.verdict, right.verdict) << one.name;
  EXPECT_EQ(own.error.code, right.error.code) << one.name;
  EXPECT_EQ(own.error.offset, right.error.offset) << one.name;
  if (right.verdict == Answer::Verdict::ok) {
    EXPECT_EQ(own.events, right.events) << one.name;
  }
  EXPECT_THAT(right.events, testing::StartsWith(own.events)) << one.name;
}

TEST(PluginParserTest, OursAnswersEveryCaseTheSameThroughTheInterface) {
  const auto workspace = make_workspace();
  EXPECT_GE(squall::plugin::cases().size(), 80u);
  for (const auto& one : squall::plugin::cases()) {
    expect_same(one, FeedPlan::all(), *workspace);
    expect_same(one, FeedPlan::chunks(1), *workspace);
    for (std::size_t at = 1; at < one.bytes.size(); ++at) expect_same(one, FeedPlan::split(at), *workspace);
  }
}

TEST(PluginParserTest, AResetParsesTheRestAsANewStream) {
  PluginParser parser(stream_api(), {});
  const std::string bytes = header + "<a/>" + header + "<b/>";
  parser.feed(bytes);
  EXPECT_EQ(parser.next().kind, ItemKind::stream_open);
  EXPECT_EQ(parser.next().kind, ItemKind::stanza);
  parser.reset();
  EXPECT_EQ(parser.next().kind, ItemKind::stream_open);
  const Item stanza = parser.next();
  ASSERT_EQ(stanza.kind, ItemKind::stanza);
  EXPECT_TRUE(stanza.element.is("jabber:client", "b"));
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
}

TEST(PluginParserTest, DiscardDropsTheRest) {
  PluginParser parser(stream_api(), {});
  const std::string first = header + "<a/><never";
  parser.feed(first);
  parser.next();
  parser.discard();
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
  parser.feed(header);
  EXPECT_EQ(parser.next().kind, ItemKind::stream_open);
}

TEST(PluginParserTest, AnErrorComesAgainUntilReset) {
  PluginParser parser(stream_api(), {});
  parser.feed("<a><!--");
  while (parser.next().kind != ItemKind::error) continue;
  EXPECT_EQ(parser.next().error.code, parse_errc::restricted_xml);
  parser.reset();
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
}

TEST(PluginApiTest, ATableIsHeldAgainstTheHeader) {
  EXPECT_EQ(problem_of(&stream_api()), std::nullopt);
  EXPECT_THAT(problem_of(nullptr).value(), testing::HasSubstr("no table"));
  squall_parser_api api = stream_api();
  api.abi = 2;
  EXPECT_EQ(problem_of(&api), "is of version 2 of squall_parser.h, and version 1 is expected");
  api = stream_api();
  api.size = 8;
  EXPECT_THAT(problem_of(&api).value(), testing::HasSubstr("8 bytes"));
  api = stream_api();
  api.feed = nullptr;
  EXPECT_THAT(problem_of(&api).value(), testing::HasSubstr("null pointer"));
  api = stream_api();
  api.name = "No Good";
  EXPECT_THAT(problem_of(&api).value(), testing::HasSubstr("name"));
}

}  // namespace
}  // namespace squall::parsers::plugin
