#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "parsers/stream/stream_parser.hpp"
#include "tests/unit/parsers/reading.hpp"

// Restarts, moves and ends of parsers at every moment.

namespace squall::parsers::test {
namespace {

using Items = std::vector<std::string>;

std::string two_streams() {
  return stream_of("<a/>") + stream_of("<b/></stream:stream>");
}

TEST(LifetimeTest, StartsAfreshWithTheRestOfWhatWasFed) {
  const auto workspace = make_workspace();
  for (const std::string_view between : {"", " \n"}) {
    StreamParser parser({}, *workspace);
    const std::string xml = stream_of("<a/>") + std::string{between} + std::string{header} + "<b/>";
    parser.feed(xml);
    EXPECT_EQ(parser.next().kind, ItemKind::stream_open);
    EXPECT_EQ(describe(parser.next().element), "a()");
    parser.reset();
    const bool declared = between.empty();
    EXPECT_EQ(parser.next().kind, declared ? ItemKind::stream_open : ItemKind::error);
    if (declared) {
      EXPECT_EQ(describe(parser.next().element), "b()");
    }
  }
}

TEST(LifetimeTest, CountsOffsetsFromTheRestart) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  read(parser, stream_of("<a/>"), whole());
  parser.reset();
  EXPECT_EQ(read(parser, "<a>\x01", whole()).offset, 3u);
  parser.reset();
  EXPECT_EQ(read(parser, "\x01", whole()).offset, 0u);
}

TEST(LifetimeTest, ForgetsPrefixesAndDefaultNamespaceAtARestart) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  read(parser, "<p:s xmlns:p='u' xmlns='v'><p:a/>", whole());
  parser.reset();
  EXPECT_EQ(read(parser, "<s><a/><p:a/>", whole()).items, (Items{"open {}s(", "{}a()"}));
}

TEST(LifetimeTest, RestartsAfterAnError) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  parser.feed("<a>&bad;</a>");
  while (parser.next().kind != ItemKind::error) continue;
  EXPECT_EQ(parser.next().kind, ItemKind::error);
  parser.reset();
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
  EXPECT_EQ(read(parser, stream_of("<b/>"), whole()).items.back(), "b()");
}

TEST(LifetimeTest, DiscardsWhatWasFed) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  const std::string xml = stream_of("<proceed/><injected/>");
  parser.feed(xml);
  parser.next();
  EXPECT_EQ(describe(parser.next().element), "proceed()");
  parser.discard();
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
  EXPECT_EQ(read(parser, stream_of("<b/>"), whole()).items.back(), "b()");
}

/// Feeds `xml` in two pieces, and does `act` after `calls` calls of next().
template <class Act>
void act_after(std::size_t split, std::size_t calls, Act act) {
  const auto workspace = make_workspace();
  auto parser = std::make_unique<StreamParser>(Limits{}, *workspace);
  const std::string xml = two_streams();
  for (const std::string_view piece : {std::string_view{xml}.substr(0, split), std::string_view{xml}.substr(split)}) {
    parser->feed(piece);
    for (ItemKind kind = ItemKind::stanza; kind != ItemKind::need_more && kind != ItemKind::error;) {
      if (calls-- == 0) return act(std::move(parser));
      kind = parser->next().kind;
    }
  }
}

TEST(LifetimeTest, MayEndOrRestartBetweenAnyTwoCalls) {
  const std::size_t size = two_streams().size();
  for (std::size_t split = 1; split < size; split += 3) {
    for (std::size_t calls = 0; calls < 6; ++calls) {
      act_after(split, calls, [](std::unique_ptr<StreamParser> parser) { parser.reset(); });
      act_after(split, calls, [](std::unique_ptr<StreamParser> parser) {
        parser->reset();
        while (parser->next().kind == ItemKind::stanza) continue;
      });
      act_after(split, calls, [](std::unique_ptr<StreamParser> parser) {
        parser->discard();
        EXPECT_EQ(parser->next().kind, ItemKind::need_more);
        EXPECT_EQ(read(*parser, stream_of("<b/>"), whole()).items.size(), 2u);
      });
    }
  }
}

TEST(LifetimeTest, MovesWithItsUnfinishedStanza) {
  const auto workspace = make_workspace();
  StreamParser first({}, *workspace);
  read(first, stream_of("<a>te"), whole());
  StreamParser second = std::move(first);
  EXPECT_EQ(read(second, "xt</a>", whole()).items, Items{"a(\"text\")"});
  StreamParser third({}, *workspace);
  read(third, "<x><y>", whole());
  third = std::move(second);
  EXPECT_EQ(read(third, "<b/>", whole()).items, Items{"b()"});
}

/// What the parser remembers of a tag in memory that is gone is moved with what is unfinished, and must not matter.
TEST(LifetimeTest, MovesWhatIsUnfinishedAfterInputThatIsGone) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  const std::string tag = "<a p:x = '1' xmlns:p='urn:p' unknown = '2'>";
  read(parser, stream_of(tag + "</a>" + std::string(20000, ' ')), whole());
  for (const std::size_t text : {std::size_t{10}, std::size_t{6000}, std::size_t{100000}}) {
    const std::string stanza = tag + std::string(text, 't') + "<b p:y = '3'/>" + "</a >";
    Items items;
    for (std::size_t at = 0; at < stanza.size(); at += 700) {
      const auto piece = std::make_unique<std::string>(stanza.substr(at, 700));
      for (std::string& item : read(parser, *piece, whole()).items) items.push_back(std::move(item));
    }
    const std::string wanted = "a[{urn:p}x=1][unknown=2](\"" + std::string(text, 't') + "\"b[{urn:p}y=3]())";
    EXPECT_TRUE(items == Items{wanted}) << text;
  }
}

TEST(LifetimeTest, TakesUpNothingOfWhatWasFedBeforeAReset) {
  const auto workspace = make_workspace();
  StreamParser parser({}, *workspace);
  read(parser, stream_of("<a>text"), whole());
  parser.reset();
  EXPECT_EQ(parser.next().kind, ItemKind::need_more);
  EXPECT_EQ(read(parser, stream_of("<b/>"), whole()).items.size(), 2u);
}

TEST(LifetimeTest, InterleavesConnectionsOfOneWorkspace) {
  const auto workspace = make_workspace();
  std::vector<StreamParser> parsers;
  std::vector<Items> items(200);
  for (std::size_t i = 0; i < items.size(); ++i) parsers.emplace_back(Limits{}, *workspace);
  const std::string xml = stream_of("<a id='1'><b xmlns='urn:unknown'>text</b></a><p:c xmlns:p='urn:p'/>");
  for (std::size_t at = 0; at < xml.size(); at += 5) {
    for (std::size_t i = 0; i < parsers.size(); ++i) {
      for (std::string& item : read(parsers[i], std::string_view{xml}.substr(at, 5), pieces_of(1 + i % 5)).items) {
        items[i].push_back(std::move(item));
      }
    }
  }
  for (const Items& all : items) {
    EXPECT_EQ(all.size(), 3u);
    EXPECT_EQ(all.back(), "{urn:p}c()");
  }
}

TEST(LifetimeTest, GivesTheBytesOfAStanzaAsReceived) {
  const std::string stanzas = "<a x='1'>&lt;</a> <b/>";
  const std::string xml = stream_of(stanzas);
  for (std::size_t split = 1; split < xml.size(); ++split) {
    const auto workspace = make_workspace();
    StreamParser parser({}, *workspace);
    std::vector<std::string> bytes;
    for (const std::string& piece : {xml.substr(0, split), xml.substr(split)}) {
      parser.feed(piece);
      for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
        if (item.kind == ItemKind::stanza) bytes.emplace_back(item.bytes);
      }
    }
    EXPECT_EQ(bytes, (std::vector<std::string>{"<a x='1'>&lt;</a>", "<b/>"})) << split;
  }
}

}  // namespace
}  // namespace squall::parsers::test
