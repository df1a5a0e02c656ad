#include "src/zephyr/payload.hpp"

#include <gtest/gtest.h>

#include "parsers/parser.hpp"

namespace squall::zephyr::test {
namespace {

/// What a parser of that kind makes of a message.
std::uint64_t digest_by(parsers::ParserKind kind, const std::string& message) {
  const auto workspace = parsers::make_workspace();
  const auto parser = parsers::make_parser(kind, {.stanza_bytes = 1 << 20}, *workspace);
  const std::string stream =
      "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>" + message;
  parser->feed(stream);
  parser->next();
  const auto item = parser->next();
  EXPECT_EQ(item.kind, parsers::ItemKind::stanza) << message.substr(0, 200);
  return item.kind == parsers::ItemKind::stanza ? content_digest(item.element) : 0;
}

std::uint64_t digest_of(const std::string& message) {
  return digest_by(parsers::ParserKind::stream, message);
}

TEST(PayloadTest, IsTheSameForTheSameSeedAndAnotherForAnother) {
  for (const Content content : contents()) {
    const auto first = make_payloads(content, 3, 7), again = make_payloads(content, 3, 7);
    EXPECT_EQ(first[2].xml, again[2].xml);
    EXPECT_NE(first[0].xml, first[1].xml);
    EXPECT_NE(make_payloads(content, 1, 8)[0].xml, first[0].xml);
  }
}

TEST(PayloadTest, HasTheSizeOfItsContent) {
  EXPECT_NEAR(static_cast<double>(make_payloads(Content::text, 1, 1)[0].xml.size()), 5300, 400);
  EXPECT_GT(make_payloads(Content::vcard, 1, 1)[0].xml.size(), 65536u);
  const std::string roster = make_payloads(Content::roster, 1, 1)[0].xml;
  std::size_t items = 0;
  for (std::size_t at = roster.find("<item "); at != std::string::npos; at = roster.find("<item ", at + 1)) ++items;
  EXPECT_EQ(items, 500u);
}

TEST(PayloadTest, MeansTheSameToEveryParser) {
  for (const Content content : contents()) {
    for (const Payload& payload : make_payloads(content, 20, 3)) {
      const std::string message = "<message to='a@b/c' id='1'>" + payload.xml + "</message>";
      EXPECT_EQ(digest_by(parsers::ParserKind::dom, message), payload.digest);
      EXPECT_EQ(digest_by(parsers::ParserKind::expat, message), payload.digest);
    }
  }
}

TEST(PayloadTest, DigestsWhatIsMeantNotHowItIsWritten) {
  const auto plain = digest_of("<message id='1'><body>a&lt;b</body></message>");
  EXPECT_EQ(plain, digest_of("<message from='x' id='2'><body>a&#60;b</body></message>"));
  EXPECT_EQ(plain, digest_of("<message><body>a<![CDATA[<]]>b</body></message>"));
  EXPECT_EQ(plain, digest_of("<message><x:body xmlns:x='jabber:client'>a&lt;b</x:body></message>"));
}

TEST(PayloadTest, DigestsEveryDifference) {
  const auto one = digest_of("<message><body n='1'>ab</body></message>");
  EXPECT_NE(one, digest_of("<message><body n='1'>aB</body></message>"));
  EXPECT_NE(one, digest_of("<message><body n='2'>ab</body></message>"));
  EXPECT_NE(one, digest_of("<message><body m='1'>ab</body></message>"));
  EXPECT_NE(one, digest_of("<message><body n='1'>a<i/>b</body></message>"));
  EXPECT_NE(one, digest_of("<message><body n='1' xmlns='other'>ab</body></message>"));
  EXPECT_NE(one, digest_of("<message><body n='1'>ab</body><body/></message>"));
}

TEST(PayloadTest, KnowsItsContentsByName) {
  for (const Content one : contents()) EXPECT_EQ(content(to_string(one)), one);
  EXPECT_FALSE(content("video"));
  EXPECT_EQ(segment_bytes(Content::vcard), 1460u);
  EXPECT_EQ(segment_bytes(Content::chat), 0u);
}

}  // namespace
}  // namespace squall::zephyr::test
