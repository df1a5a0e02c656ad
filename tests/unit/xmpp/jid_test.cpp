#include "xmpp/jid.hpp"

#include <string>

#include <gtest/gtest.h>

namespace squall::xmpp {
namespace {

TEST(JidTest, SplitsLocalpartDomainpartAndResourcepart) {
  const auto jid = Jid::parse("juliet@example.org/balcony");
  ASSERT_TRUE(jid);
  EXPECT_EQ(jid->local(), "juliet");
  EXPECT_EQ(jid->domain(), "example.org");
  EXPECT_EQ(jid->resource(), "balcony");
  EXPECT_EQ(jid->bare(), "juliet@example.org");
  EXPECT_FALSE(jid->is_bare());
}

TEST(JidTest, AcceptsADomainAlone) {
  const auto jid = Jid::parse("example.org");
  ASSERT_TRUE(jid);
  EXPECT_EQ(jid->local(), "");
  EXPECT_TRUE(jid->is_bare());
}

TEST(JidTest, AResourceMayHoldSlashesAtSignsAndSpaces) {
  const auto jid = Jid::parse("a@b/c/d@e f");
  ASSERT_TRUE(jid);
  EXPECT_EQ(jid->resource(), "c/d@e f");
}

TEST(JidTest, ADomainWithAResourceButNoLocalpartIsLegal) {
  const auto jid = Jid::parse("example.org/x@y");
  ASSERT_TRUE(jid);
  EXPECT_EQ(jid->local(), "");
  EXPECT_EQ(jid->resource(), "x@y");
}

TEST(JidTest, AcceptsAnAddressLiteralWithColons) {
  EXPECT_TRUE(Jid::parse("a@[2001:db8::1]"));
}

class IllegalJid : public testing::TestWithParam<std::string> {};

TEST_P(IllegalJid, IsRefused) {
  EXPECT_FALSE(Jid::parse(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(JidTest, IllegalJid,
                         testing::Values("", "@b", "a@", "a@/r", "/r", "a@b/", "a b@c", "a<@b", "a:b@c", "a@b@c",
                                         "a&@b", "a\x01@b", "a@b\x7f", "a@b/\x02", std::string(1024, 'a') + "@b",
                                         "a@" + std::string(1024, 'b'), "a@b/" + std::string(1024, 'c')));

TEST(JidTest, PartsOf1023BytesAreLegal) {
  EXPECT_TRUE(Jid::parse(std::string(1023, 'a') + "@" + std::string(1023, 'b') + "/" + std::string(1023, 'c')));
}

TEST(JidTest, SameBareLeavesResourcesAndTheCaseOfTheDomainAside) {
  EXPECT_TRUE(same_bare("a@b.c/x", "a@B.C/y"));
  EXPECT_FALSE(same_bare("a@b.c", "A@b.c"));
  EXPECT_FALSE(same_bare("a@b.c", "b.c"));
  EXPECT_FALSE(same_bare("", ""));
}

TEST(JidTest, SameJidComparesResourcesByByte) {
  EXPECT_TRUE(same_jid("a@b/x", "a@B/x"));
  EXPECT_FALSE(same_jid("a@b/x", "a@b/X"));
  EXPECT_FALSE(same_jid("a@b", "a@b/x"));
}

}  // namespace
}  // namespace squall::xmpp
