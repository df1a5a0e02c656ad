#include "xmpp/sasl/scram_messages.hpp"

#include <gtest/gtest.h>

namespace squall::xmpp::sasl::scram {
namespace {

TEST(ScramMessagesTest, NamesWithCommaAndEqualsSignSurviveEscaping) {
  EXPECT_EQ(escape_name("a,b=c"), "a=2Cb=3Dc");
  EXPECT_EQ(unescape_name("a=2Cb=3Dc"), "a,b=c");
  EXPECT_FALSE(unescape_name("a=b"));
  EXPECT_FALSE(unescape_name("a=2c"));
  EXPECT_FALSE(unescape_name("a="));
}

TEST(ScramMessagesTest, ClientFirstGivesHeaderNameAndNonce) {
  const auto message = parse_client_first("n,,n=us=2Cer,r=abc,x=extension");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->gs2_header, "n,,");
  EXPECT_EQ(message->user, "us,er");
  EXPECT_EQ(message->nonce, "abc");
  EXPECT_EQ(message->bare, "n=us=2Cer,r=abc,x=extension");
}

TEST(ScramMessagesTest, ClientFirstGivesAuthorizationIdentityAndBinding) {
  const auto message = parse_client_first("p=tls-unique,a=other,n=user,r=abc");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->binding, 'p');
  EXPECT_EQ(message->authzid, "other");
  EXPECT_EQ(message->gs2_header, "p=tls-unique,a=other,");
}

class IllegalClientFirst : public testing::TestWithParam<std::string_view> {};

TEST_P(IllegalClientFirst, IsRefused) {
  EXPECT_FALSE(parse_client_first(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(ScramMessagesTest, IllegalClientFirst,
                         testing::Values("", "n", "n,", "n,,", "n,,n=user", "n,,r=abc,n=user", "n,,n=,r=abc",
                                         "n,,n=user,r=", "x,,n=user,r=abc", "p=,,n=user,r=abc", "n,b=x,n=user,r=abc",
                                         "n,a=,n=user,r=abc", "n,,m=ext,n=user,r=abc", "n,,n=us=er,r=abc",
                                         "n,,n=user,r=a b"));

TEST(ScramMessagesTest, ServerFirstGivesNonceSaltAndIterations) {
  const auto message = parse_server_first("r=abcdef,s=QSXCR+Q6sek8bf92,i=4096,x=extension");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->nonce, "abcdef");
  EXPECT_EQ(message->salt.size(), 12U);
  EXPECT_EQ(message->iterations, 4096U);
}

TEST(ScramMessagesTest, AnIterationCountPastAllNumbersIsTheLargest) {
  const auto message = parse_server_first("r=a,s=QQ==,i=99999999999999999999999999");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->iterations, 2147483647U);
  EXPECT_EQ(parse_server_first("r=a,s=QQ==,i=4294967295")->iterations, 2147483647U);
}

class IllegalServerFirst : public testing::TestWithParam<std::string_view> {};

TEST_P(IllegalServerFirst, IsRefused) {
  EXPECT_FALSE(parse_server_first(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(ScramMessagesTest, IllegalServerFirst,
                         testing::Values("", "r=a", "r=a,s=QQ==", "r=a,s=,i=4096", "r=a,s=Q,i=4096",
                                         "r=a,s=QQ==,i=", "r=a,s=QQ==,i=0", "r=a,s=QQ==,i=-1", "r=a,s=QQ==,i=+5",
                                         "r=a,s=QQ==,i=5x", "r=a,s=QQ==,i=05", "m=must,r=a,s=QQ==,i=4096",
                                         "s=QQ==,r=a,i=4096", "r=,s=QQ==,i=4096", "r=a\x7f,s=QQ==,i=4096"));

TEST(ScramMessagesTest, ClientFinalSplitsOffTheProof) {
  const auto message = parse_client_final("c=biws,r=abc,p=QUJD");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->channel_binding, "n,,");
  EXPECT_EQ(message->proof, "ABC");
  EXPECT_EQ(message->without_proof, "c=biws,r=abc");
  EXPECT_FALSE(parse_client_final("c=biws,r=abc"));
  EXPECT_FALSE(parse_client_final("r=abc,c=biws,p=QUJD"));
  EXPECT_FALSE(parse_client_final("c=biws,r=abc,p=QUJ"));
}

TEST(ScramMessagesTest, ServerFinalIsASignatureOrAnError) {
  EXPECT_EQ(parse_server_final("v=QUJD")->signature, "ABC");
  EXPECT_EQ(parse_server_final("e=invalid-proof")->error, "invalid-proof");
  EXPECT_FALSE(parse_server_final("v="));
  EXPECT_FALSE(parse_server_final("x=QUJD"));
  EXPECT_FALSE(parse_server_final(""));
}

}  // namespace
}  // namespace squall::xmpp::sasl::scram
