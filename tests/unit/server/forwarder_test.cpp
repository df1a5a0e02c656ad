#include "src/server/forwarder.hpp"

#include <gtest/gtest.h>

#include "tests/unit/server/stanza_source.hpp"

namespace squall::server {
namespace {

using test::StanzaSource;

constexpr std::string_view from = " from='a@example.org/r'";

std::string forward(Forwarding kind, const StanzaSource& source) {
  std::string out;
  make_forwarder(kind)->append(out, source.stanza(), from);
  return out;
}

std::string splice(std::string_view xml) {
  return forward(Forwarding::splice, StanzaSource(xml));
}
std::string rebuild(std::string_view xml) {
  return forward(Forwarding::rebuild, StanzaSource(xml));
}

TEST(SpliceTest, PutsFromBehindTheNameAndLeavesTheRestAsItCame) {
  EXPECT_EQ(splice("<message to=\"b@example.org\"  id='1'><body>a &amp; b</body></message>"),
            "<message from='a@example.org/r' to=\"b@example.org\"  id='1'><body>a &amp; b</body></message>");
  EXPECT_EQ(splice("<presence/>"), "<presence from='a@example.org/r'/>");
  EXPECT_EQ(splice("<iq\n to='x'/>"), "<iq from='a@example.org/r'\n to='x'/>");
}

TEST(SpliceTest, TakesOutTheFromThatTheClientWrote) {
  EXPECT_EQ(splice("<message from = \"a@example.org\" to='b'><body>from='x'</body></message>"),
            "<message from='a@example.org/r'  to='b'><body>from='x'</body></message>");
  EXPECT_EQ(splice("<message to='b' from='a@example.org/r'/>"), "<message from='a@example.org/r' to='b' />");
}

TEST(SpliceTest, SwapsAnEmptyFrom) {
  EXPECT_EQ(splice("<message from='' to='b'/>"), "<message from='a@example.org/r'  to='b'/>");
}

TEST(SpliceTest, DoesNotTakeAFromOfAnotherKindForItsOwn) {
  EXPECT_EQ(splice("<message to='b'><fwd xmlns='u' from='c'/></message>"),
            "<message from='a@example.org/r' to='b'><fwd xmlns='u' from='c'/></message>");
}

TEST(SpliceTest, KeepsXmlLang) {
  const StanzaSource source("<message xml:lang='en'><body xml:lang=\"de\">x</body></message>");
  EXPECT_TRUE(can_splice(source.stanza()));
  EXPECT_EQ(forward(Forwarding::splice, source),
            "<message from='a@example.org/r' xml:lang='en'><body xml:lang=\"de\">x</body></message>");
}

TEST(SpliceTest, RebuildsWhatUsesAPrefixOfTheStreamHeader) {
  const StanzaSource source("<message to='b'><x:y/></message>",
                            "<stream:stream xmlns='jabber:client' xmlns:x='urn:x' "
                            "xmlns:stream='http://etherx.jabber.org/streams'>");
  EXPECT_FALSE(can_splice(source.stanza()));
  EXPECT_EQ(forward(Forwarding::splice, source), "<message from='a@example.org/r' to='b'><y xmlns='urn:x'/></message>");
}

TEST(SpliceTest, RebuildsAPrefixedAttribute) {
  const StanzaSource source("<message to='b' x:z='1'/>",
                            "<stream:stream xmlns='jabber:client' xmlns:x='urn:x' "
                            "xmlns:stream='http://etherx.jabber.org/streams'>");
  EXPECT_FALSE(can_splice(source.stanza()));
  EXPECT_EQ(forward(Forwarding::splice, source),
            "<message from='a@example.org/r' to='b' xmlns:ns1='urn:x' ns1:z='1'/>");
}

TEST(SpliceTest, RebuildsAStanzaWhoseOwnNameHasAPrefix) {
  const StanzaSource source("<c:message to='b'><c:body>x</c:body></c:message>",
                            "<stream xmlns='http://etherx.jabber.org/streams' xmlns:c='jabber:client'>");
  EXPECT_FALSE(can_splice(source.stanza()));
  EXPECT_EQ(forward(Forwarding::splice, source), "<message from='a@example.org/r' to='b'><body>x</body></message>");
}

TEST(SpliceTest, IsNotTakenInByAPrefixNamedLikeTheElement) {
  const StanzaSource source("<message:message to='b'/>",
                            "<stream xmlns='http://etherx.jabber.org/streams' xmlns:message='jabber:client'>");
  EXPECT_FALSE(can_splice(source.stanza()));
}

TEST(RebuildTest, WritesNamespacesWhereTheyChange) {
  EXPECT_EQ(
      rebuild("<message><a xmlns='u'><b/><c xmlns=''/><body xmlns='jabber:client'/></a></message>"),
      "<message from='a@example.org/r'><a xmlns='u'><b/><c xmlns=''/><body xmlns='jabber:client'/></a></message>");
}

TEST(RebuildTest, WritesTextAndValuesAsTheCharactersTheyStandFor) {
  EXPECT_EQ(rebuild("<message id=\"it's\"><body>&#60;&#38;<![CDATA[<x>]]>&gt;</body></message>"),
            "<message from='a@example.org/r' id='it&apos;s'><body>&lt;&amp;&lt;x&gt;&gt;</body></message>");
}

TEST(RebuildTest, DropsTheFromOfTheStanzaAndOfNothingElse) {
  EXPECT_EQ(rebuild("<message from='x' to='b'><y xmlns='u' from='z'/></message>"),
            "<message from='a@example.org/r' to='b'><y xmlns='u' from='z'/></message>");
}

TEST(RebuildTest, IsTheWayOfParsersThatKeepNoBytesToo) {
  for (const auto kind : {parsers::ParserKind::dom, parsers::ParserKind::expat, parsers::ParserKind::stream}) {
    const StanzaSource source("<message to='b'><body>a &lt; b</body></message>", test::usual_header, kind);
    EXPECT_EQ(forward(Forwarding::splice, source),
              "<message from='a@example.org/r' to='b'><body>a &lt; b</body></message>")
        << to_string(kind);
  }
}

}  // namespace
}  // namespace squall::server
