#include "xmpp/sasl/saslprep.hpp"

#include <gtest/gtest.h>

namespace squall::xmpp::sasl {
namespace {

// The examples of RFC 4013 section 3.
TEST(SaslprepTest, MapsSoftHyphenToNothing) {
  EXPECT_EQ(saslprep("I\xC2\xADX"), "IX");
}
TEST(SaslprepTest, PassesAsciiThrough) {
  EXPECT_EQ(saslprep("user"), "user");
}
TEST(SaslprepTest, KeepsCase) {
  EXPECT_EQ(saslprep("USER"), "USER");
}
TEST(SaslprepTest, NormalisesToCompatibilityForm) {
  EXPECT_EQ(saslprep("\xC2\xAA"), "a");
}
TEST(SaslprepTest, NormalisesRomanNumeral) {
  EXPECT_EQ(saslprep("\xE2\x85\xA8"), "IX");
}
TEST(SaslprepTest, RefusesControlCharacters) {
  EXPECT_FALSE(saslprep("\x07"));
}
TEST(SaslprepTest, RefusesBrokenBidirectionalText) {
  EXPECT_FALSE(saslprep("\xD8\xA7\x31"));
}

TEST(SaslprepTest, RefusesWhatIsEmptyOrBecomesEmpty) {
  EXPECT_FALSE(saslprep(""));
  EXPECT_FALSE(saslprep("\xC2\xAD"));
}

TEST(SaslprepTest, RefusesNulAndBytesThatAreNotUtf8) {
  EXPECT_FALSE(saslprep(std::string_view{"a\0b", 3}));
  EXPECT_FALSE(saslprep("\xFF\xFE"));
}

TEST(SaslprepTest, TakesUnassignedCodePointsInQueriesOnly) {
  const auto unassigned = "\xC8\xA1";  // U+0221, not in Unicode 3.2
  EXPECT_TRUE(saslprep(unassigned, Unassigned::allowed));
  EXPECT_FALSE(saslprep(unassigned, Unassigned::refused));
}

}  // namespace
}  // namespace squall::xmpp::sasl
