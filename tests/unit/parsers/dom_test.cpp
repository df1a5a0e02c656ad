#include <string>

#include <gtest/gtest.h>

#include "parsers/dom/dom_parser.hpp"

namespace squall::parsers::dom {
namespace {

constexpr std::string_view header = "<s:stream xmlns='jabber:client' xmlns:s='http://etherx.jabber.org/streams'>";

TEST(DomParser, BuildsATreeThatItsCallerMayTake) {
  DomParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<message id='1'><body>a&amp;b</body></message>";
  parser.feed(bytes);
  ASSERT_EQ(parser.next().kind, ItemKind::stream_open);
  ASSERT_EQ(parser.next().kind, ItemKind::stanza);
  const auto tree = parser.take_tree();
  parser.reset();
  EXPECT_EQ(*tree->attribute("id"), "1");
  EXPECT_EQ(tree->child("jabber:client", "body")->own_text(), "a&b");
  EXPECT_EQ(tree->child("jabber:server", "body"), nullptr);
}

TEST(DomParser, KeepsPrefixesAndDeclarationsInTheTree) {
  DomParser parser{Limits{}};
  const std::string bytes = std::string(header) + "<p:x xmlns:p='urn:p' p:a='1'/>";
  parser.feed(bytes);
  parser.next();
  parser.next();
  EXPECT_EQ(parser.tree()->name.prefix, "p");
  EXPECT_EQ(parser.tree()->attributes.at(0).name.ns, "urn:p");
  EXPECT_EQ(parser.tree()->declarations.at(0).uri, "urn:p");
  EXPECT_EQ(parser.root().name.prefix, "s");
}

TEST(DomNode, DestroysADeepTreeWithoutCalls) {
  auto root = Node::element();
  Node* at = root.get();
  for (int i = 0; i < 200'000; ++i) at = &at->append(Node::element());
  root.reset();
  SUCCEED();
}

TEST(DomParser, KeepsTheBytesOfAStanza) {
  DomParser parser{Limits{}};
  const std::string bytes = std::string(header) + " <a/>";
  parser.feed(bytes);
  parser.next();
  EXPECT_EQ(parser.next().bytes, "<a/>");
}

}  // namespace
}  // namespace squall::parsers::dom
