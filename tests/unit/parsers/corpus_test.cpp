#include "parsers/corpus/corpus.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "parsers/parser.hpp"

namespace squall::parsers::corpus {
namespace {

constexpr std::size_t one_megabyte = 1 << 20;

double average_size(Kind kind, std::size_t size) {
  const Corpus corpus = make(kind, size, 7);
  return static_cast<double>(corpus.bytes.size()) / static_cast<double>(corpus.stanzas());
}

TEST(Corpus, HasTheLaboratorysAverageSizes) {
  EXPECT_NEAR(average_size(Kind::chat, one_megabyte), 334, 17);
  EXPECT_NEAR(average_size(Kind::presence, one_megabyte), 292, 15);
  EXPECT_NEAR(average_size(Kind::roster, 4 * one_megabyte), 48000, 2400);
  EXPECT_NEAR(average_size(Kind::vcard, 4 * one_megabyte), 66000, 3300);
  EXPECT_NEAR(average_size(Kind::mam, one_megabyte), 961, 48);
  EXPECT_NEAR(average_size(Kind::mix, 6 * one_megabyte), 433, 22);
}

TEST(Corpus, IsTheSameForTheSameSeedOnly) {
  const Corpus first = make(Kind::mix, 100000, 1);
  EXPECT_EQ(first.bytes, make(Kind::mix, 100000, 1).bytes);
  EXPECT_NE(first.bytes, make(Kind::mix, 100000, 2).bytes);
}

TEST(Corpus, NeverRepeatsAStanzaInARow) {
  const Corpus corpus = make(Kind::mix, one_megabyte, 3);
  for (std::size_t i = 1; i < corpus.stanzas(); ++i) ASSERT_NE(corpus.stanza(i), corpus.stanza(i - 1));
}

TEST(Corpus, HasBothKindsOfQuotes) {
  const Corpus corpus = make(Kind::chat, 10000, 1);
  EXPECT_NE(corpus.bytes.find("type='chat'"), std::string::npos);
  EXPECT_NE(corpus.bytes.find("type=\"chat\""), std::string::npos);
}

TEST(Corpus, KnowsItsKindsByName) {
  for (const Kind one : kinds()) EXPECT_EQ(kind(to_string(one)), one);
  EXPECT_EQ(kind("mail"), std::nullopt);
}

/// Stanzas that a parser delivers; the stream must be whole and right.
std::size_t delivered(ParserKind parser_kind, const Corpus& corpus) {
  const auto workspace = make_workspace();
  const auto parser = make_parser(parser_kind, Limits{}, *workspace);
  std::size_t stanzas = 0;
  bool closed = false;
  parser->feed(corpus.bytes);
  for (Item item = parser->next(); item.kind != ItemKind::need_more; item = parser->next()) {
    EXPECT_NE(item.kind, ItemKind::error) << to_string(item.error.code) << " at " << item.error.offset;
    if (item.kind == ItemKind::error) break;
    stanzas += item.kind == ItemKind::stanza;
    closed = item.kind == ItemKind::stream_close;
  }
  EXPECT_TRUE(closed);
  return stanzas;
}

TEST(Corpus, IsAStreamThatEveryParserReads) {
  for (const Kind one : kinds()) {
    const Corpus corpus = make(one, one_megabyte / 4, 11);
    for (const ParserKind parser : {ParserKind::dom, ParserKind::stream, ParserKind::expat}) {
      EXPECT_EQ(delivered(parser, corpus), corpus.stanzas()) << to_string(one) << ", " << parsers::to_string(parser);
    }
  }
}

}  // namespace
}  // namespace squall::parsers::corpus
