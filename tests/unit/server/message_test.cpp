#include <gmock/gmock.h>

#include "tests/unit/server/fake_resource.hpp"

// Where messages go: RFC 6121 section 8.5.

namespace squall::server::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using MessageTest = RouterTest;

TEST_F(MessageTest, GoesToTheFullJidItNames) {
  bind(alice_);
  bind(bob_);
  message(alice_, "<message to='bob@example.org/work' type='chat'><body>hi</body></message>");
  EXPECT_EQ(bob_.take(),
            "<message from='alice@example.org/home' to='bob@example.org/work' type='chat'><body>hi</body></message>");
  EXPECT_THAT(alice_.take(), IsEmpty());
  EXPECT_EQ(counts_.messages_in, 1U);
  EXPECT_EQ(counts_.messages_routed, 1U);
}

TEST_F(MessageTest, FindsJidsWithReferencesAndADomainInCapitals) {
  FakeResource odd("bob@example.org/a&'b");
  bind(alice_);
  bind(odd);
  message(alice_, "<message to='bob@EXAMPLE.org/a&amp;&apos;b'/>");
  EXPECT_EQ(odd.take(), "<message from='alice@example.org/home' to='bob@EXAMPLE.org/a&amp;&apos;b'/>");
  message(odd, "<message to='alice@example.org/home'/>");
  EXPECT_EQ(alice_.take(), "<message from='bob@example.org/a&amp;&apos;b' to='alice@example.org/home'/>");
}

TEST_F(MessageTest, ToABareJidGoesToTheMostAvailableResource) {
  FakeResource low("bob@example.org/low");
  FakeResource high("bob@example.org/high");
  FakeResource higher_but_negative("bob@example.org/negative");
  bind(alice_);
  go_online(high, "<presence><priority>5</priority></presence>");
  go_online(low, "<presence><priority>1</priority></presence>");
  go_online(higher_but_negative, "<presence><priority>-1</priority></presence>");
  high.take(), low.take(), higher_but_negative.take();
  message(alice_, "<message to='bob@example.org' type='chat'/>");
  EXPECT_THAT(high.take(), HasSubstr("<message"));
  EXPECT_THAT(low.take(), IsEmpty());
  presence(high, "<presence type='unavailable'/>");
  low.take();
  message(alice_, "<message to='bob@example.org'/>");
  EXPECT_THAT(low.take(), HasSubstr("<message"));
  presence(low, "<presence type='unavailable'/>");
  higher_but_negative.take();
  message(alice_, "<message to='bob@example.org'/>");
  EXPECT_THAT(higher_but_negative.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), HasSubstr("service-unavailable"));
  EXPECT_EQ(counts_.messages_routed, 2U);
  EXPECT_EQ(counts_.messages_bounced, 1U);
}

TEST_F(MessageTest, OfTwoResourcesOfOnePriorityTheLaterGetsIt) {
  FakeResource later("bob@example.org/later");
  bind(alice_);
  go_online(bob_);
  go_online(later);
  bob_.take();
  message(alice_, "<message to='bob@example.org'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(later.take(), HasSubstr("<message"));
}

TEST_F(MessageTest, WithoutToGoesToTheSendersAccount) {
  go_online(alice_);
  message(alice_, "<message id='1'/>");
  EXPECT_EQ(alice_.take(), "<message from='alice@example.org/home' id='1'/>");
}

TEST_F(MessageTest, ToNobodyComesBack) {
  bind(alice_);
  message(alice_, "<message to='nobody@example.org/x' id='7' type='chat'><body>x</body></message>");
  EXPECT_EQ(alice_.take(),
            "<message type='error' from='nobody@example.org/x' id='7'><error type='cancel'>"
            "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>");
  message(alice_, "<message to='nobody@example.org'/>");
  message(alice_, "<message to='example.org'/>");
  EXPECT_EQ(counts_.messages_bounced, 3U);
}

TEST_F(MessageTest, ToAResourceThatIsBoundButNotAvailableIsNotGuessed) {
  bind(alice_);
  bind(bob_);
  message(alice_, "<message to='bob@example.org' type='chat'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), HasSubstr("service-unavailable"));
}

TEST_F(MessageTest, ChatToAResourceThatIsGoneGoesToAnotherOfTheAccount) {
  bind(alice_);
  go_online(bob_);
  message(alice_, "<message to='bob@example.org/gone' type='chat'/>");
  EXPECT_THAT(bob_.take(), HasSubstr("<message"));
  message(alice_, "<message to='bob@example.org/gone'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), HasSubstr("service-unavailable"));
}

TEST_F(MessageTest, OfTypeErrorIsNeverAnswered) {
  bind(alice_);
  message(alice_, "<message to='nobody@example.org' type='error'/>");
  message(alice_, "<message to='a b@@' type='error'/>");
  EXPECT_THAT(alice_.take(), IsEmpty());
  EXPECT_EQ(counts_.messages_dropped_error, 2U);
}

TEST_F(MessageTest, OfTypeErrorReachesTheResourceItIsFor) {
  bind(alice_);
  bind(bob_);
  message(alice_, "<message to='bob@example.org/work' type='error'/>");
  EXPECT_THAT(bob_.take(), HasSubstr("type='error'"));
}

TEST_F(MessageTest, HeadlinesGoToAllAvailableResourcesOrNowhere) {
  FakeResource other("bob@example.org/other");
  bind(alice_);
  go_online(bob_);
  go_online(other);
  bob_.take();
  message(alice_, "<message to='bob@example.org' type='headline'/>");
  EXPECT_THAT(bob_.take(), HasSubstr("headline"));
  EXPECT_THAT(other.take(), HasSubstr("headline"));
  message(alice_, "<message to='nobody@example.org' type='headline'/>");
  EXPECT_THAT(alice_.take(), IsEmpty());
  EXPECT_EQ(counts_.messages_routed, 1U);
  EXPECT_EQ(counts_.messages_dropped_headline, 1U);
}

TEST_F(MessageTest, ToABareJidOfTypeGroupchatComesBack) {
  bind(alice_);
  go_online(bob_);
  message(alice_, "<message to='bob@example.org' type='groupchat'/>");
  EXPECT_THAT(alice_.take(), HasSubstr("service-unavailable"));
}

TEST_F(MessageTest, ToAnotherDomainOrToNoJidComesBackWithItsReason) {
  bind(alice_);
  message(alice_, "<message to='bob@elsewhere.example'/>");
  EXPECT_THAT(alice_.take(), HasSubstr("remote-server-not-found"));
  message(alice_, "<message to='bob@@example.org'/>");
  EXPECT_THAT(alice_.take(), HasSubstr("jid-malformed"));
}

TEST_F(MessageTest, ForAReceiverThatDoesNotReadComesBack) {
  bind(alice_);
  bind(bob_);
  bob_.is_full = true;
  message(alice_, "<message to='bob@example.org/work'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), HasSubstr("resource-constraint"));
  alice_.is_full = true;
  message(alice_, "<message to='bob@example.org/work'/>");
  EXPECT_EQ(counts_.messages_dropped_full, 1U);
}

TEST_F(MessageTest, IsCountedOnceWhateverBecomesOfIt) {
  bind(alice_);
  go_online(bob_);
  for (const char* type : {"normal", "chat", "groupchat", "headline", "error", "invented"}) {
    for (const char* to : {"bob@example.org", "bob@example.org/work", "bob@example.org/gone", "nobody@example.org",
                           "example.org", "elsewhere.example", "@"}) {
      message(alice_, "<message type='" + std::string(type) + "' to='" + to + "'/>");
    }
  }
  EXPECT_EQ(counts_.messages_in, 42U);
  EXPECT_EQ(counts_.messages_accounted(), 42U);
}

TEST_F(MessageTest, GoesToWhomeverBoundTheResourceLast) {
  FakeResource newer("bob@example.org/work");
  bind(alice_);
  bind(bob_);
  bind(newer);
  EXPECT_TRUE(bob_.is_replaced);
  EXPECT_FALSE(newer.is_replaced);
  EXPECT_EQ(counts_.conflicts, 1U);
  EXPECT_EQ(router_.resources_of("bob"), 1U);
  message(alice_, "<message to='bob@example.org/work'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(newer.take(), HasSubstr("<message"));
}

}  // namespace
}  // namespace squall::server::test
