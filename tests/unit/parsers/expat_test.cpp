#include <string>

#include <gtest/gtest.h>

#include "parsers/expat/expat_parser.hpp"

namespace squall::parsers::expat {
namespace {

constexpr std::string_view header = "<s:stream xmlns='jabber:client' xmlns:s='http://etherx.jabber.org/streams'>";

/// The last item that these bytes give, fed in pieces of that size.
ItemKind last_item(ExpatParser& parser, const std::string& bytes, std::size_t size, parse_errc* error = nullptr) {
  ItemKind last = ItemKind::need_more;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    parser.feed(std::string_view(bytes).substr(at, size));
    for (Item item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
      last = item.kind;
      if (error) *error = item.error.code;
      if (last == ItemKind::error) return last;
    }
  }
  return last;
}

TEST(ExpatParser, DeliversAStanzaWithItsLastByte) {
  ExpatParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<message><body>x</body></message>";
  EXPECT_EQ(last_item(parser, bytes.substr(0, bytes.size() - 1), 1), ItemKind::stream_open);
  parser.feed(">");
  EXPECT_EQ(parser.next().kind, ItemKind::stanza);
}

TEST(ExpatParser, ReadsAHugeTagInSmallPieces) {
  ExpatParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<a b='" + std::string(200'000, '>') + "'/>";
  EXPECT_EQ(last_item(parser, bytes, 64), ItemKind::stanza);
}

TEST(ExpatParser, IsNotFooledByANameThatLooksJoined) {
  ExpatParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<a xmlns='jabber:client&#10;message'/>";
  parser.feed(bytes);
  parser.next();
  const Item item = parser.next();
  ASSERT_EQ(item.kind, ItemKind::stanza);
  EXPECT_EQ(item.element.ns(), "jabber:client\nmessage");
  EXPECT_EQ(item.element.local(), "a");
}

TEST(ExpatParser, RefusesUtf16) {
  for (const std::string& bytes : {std::string("<\0a\0>\0", 6), std::string("\xFF\xFE<\0", 4), std::string("\0<", 2)}) {
    ExpatParser parser{Limits{}};
    EXPECT_EQ(last_item(parser, bytes, 1), ItemKind::error);
  }
}

TEST(ExpatParser, DropsWhiteSpaceBeforeTheRootAsItComes) {
  ExpatParser parser{Limits{}};
  const std::string bytes = "<?xml version='1.0'?>" + std::string(3'000'000, ' ') + std::string(header);
  EXPECT_EQ(last_item(parser, bytes, 4096), ItemKind::stream_open);
}

TEST(ExpatParser, EndsAHugeTagAtItsLimit) {
  ExpatParser parser{Limits{.token_bytes = 5000}};
  parse_errc error = parse_errc::none;
  EXPECT_EQ(last_item(parser, std::string(header) + "<a b='" + std::string(6000, 'x'), 64, &error), ItemKind::error);
  EXPECT_EQ(error, parse_errc::token_limit);
}

TEST(ExpatParser, GoesOnBehindAResetWithWhatWasFed) {
  ExpatParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<success/>" + std::string(header) + "<b/>";
  parser.feed(bytes);
  parser.next();
  ASSERT_EQ(parser.next().element.local(), "success");
  parser.reset();
  EXPECT_EQ(parser.next().kind, ItemKind::stream_open);
  EXPECT_EQ(parser.next().element.local(), "b");
}

}  // namespace
}  // namespace squall::parsers::expat
