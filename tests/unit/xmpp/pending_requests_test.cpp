#include "xmpp/stream/detail/pending_requests.hpp"

#include <gtest/gtest.h>

#include "parsers/event.hpp"

namespace squall::xmpp::detail {
namespace {

constexpr OwnAddresses own{"juliet@localhost/balcony", "localhost"};

bool legal(std::string_view from, std::string_view to) {
  const auto text = from.empty() ? parsers::Text{} : parsers::Text{from, parsers::Decoding::none};
  return is_legal_sender(text, to, own);
}

TEST(LegalSenderTest, TheServerMayAnswerWhatWasAskedOfNobody) {
  EXPECT_TRUE(legal("", ""));
  EXPECT_TRUE(legal("localhost", ""));
  EXPECT_TRUE(legal("juliet@localhost", ""));
  EXPECT_TRUE(legal("juliet@localhost/balcony", ""));
}

TEST(LegalSenderTest, NobodyElseMay) {
  EXPECT_FALSE(legal("romeo@localhost", ""));
  EXPECT_FALSE(legal("juliet@localhost/garden", ""));
  EXPECT_FALSE(legal("juliet@evil", ""));
  EXPECT_FALSE(legal("localhost/x", ""));
}

TEST(LegalSenderTest, WhoWasAskedMayAnswerAndNobodyElse) {
  EXPECT_TRUE(legal("romeo@localhost/x", "romeo@localhost/x"));
  EXPECT_TRUE(legal("romeo@LOCALHOST/x", "romeo@localhost/x"));
  EXPECT_FALSE(legal("romeo@localhost", "romeo@localhost/x"));
  EXPECT_FALSE(legal("localhost", "romeo@localhost/x"));
  EXPECT_FALSE(legal("", "romeo@localhost/x"));
}

TEST(LegalSenderTest, OwnServerAndAccountMayLeaveTheirAddressOut) {
  EXPECT_TRUE(legal("", "localhost"));
  EXPECT_TRUE(legal("", "juliet@localhost"));
  EXPECT_TRUE(legal("localhost", "localhost"));
  EXPECT_FALSE(legal("romeo@localhost", "localhost"));
}

TEST(PendingRequestsTest, NumbersStartAtOne) {
  PendingRequests pending;
  EXPECT_EQ(pending.add(""), 1U);
  EXPECT_EQ(pending.add(""), 2U);
}

TEST(PendingRequestsTest, TooManyAreRefused) {
  PendingRequests pending;
  for (std::size_t i = 0; i < PendingRequests::max_size; ++i) ASSERT_NE(pending.add(""), 0U);
  EXPECT_EQ(pending.add(""), 0U);
}

}  // namespace
}  // namespace squall::xmpp::detail
