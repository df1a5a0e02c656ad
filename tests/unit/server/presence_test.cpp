#include <gmock/gmock.h>

#include "tests/unit/server/fake_resource.hpp"

// Presence without a roster: RFC 6121 section 4.

namespace squall::server::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using PresenceTest = RouterTest;

TEST_F(PresenceTest, GoesToTheAccountsOwnResourcesTheSenderAmongThem) {
  FakeResource phone("alice@example.org/phone");
  go_online(alice_);
  bind(phone);
  go_online(bob_);
  presence(phone, "<presence><show>away</show></presence>");
  EXPECT_EQ(alice_.take(), "<presence from='alice@example.org/phone'><show>away</show></presence>");
  EXPECT_EQ(phone.take(),
            "<presence from='alice@example.org/home'/>"
            "<presence from='alice@example.org/phone'><show>away</show></presence>");
  EXPECT_THAT(bob_.take(), IsEmpty());
}

TEST_F(PresenceTest, OfTheOthersIsToldToANewResourceAsTheySaidItLast) {
  FakeResource phone("alice@example.org/phone");
  go_online(alice_, "<presence><show>dnd</show></presence>");
  presence(alice_, "<presence><status>back</status></presence>");
  bind(phone);
  presence(phone, "<presence/>");
  EXPECT_THAT(phone.take(), AllOf(HasSubstr("<status>back</status>"), Not(HasSubstr("dnd"))));
}

TEST_F(PresenceTest, IsNotToldToAResourceThatIsNotAvailable) {
  FakeResource phone("alice@example.org/phone");
  bind(phone);
  go_online(alice_);
  EXPECT_THAT(phone.take(), IsEmpty());
}

TEST_F(PresenceTest, EndsWithTheConnection) {
  FakeResource phone("alice@example.org/phone");
  go_online(alice_);
  go_online(phone);
  alice_.take();
  router_.unbind(phone);
  EXPECT_EQ(alice_.take(), "<presence type='unavailable' from='alice@example.org/phone'/>");
  EXPECT_THAT(phone.take(), IsEmpty());
  router_.unbind(phone);
  EXPECT_THAT(alice_.take(), IsEmpty());
}

TEST_F(PresenceTest, EndsWhenTheClientSaysSoAndNotAgainLater) {
  FakeResource phone("alice@example.org/phone");
  go_online(alice_);
  go_online(phone);
  alice_.take();
  presence(phone, "<presence type='unavailable'><status>bye</status></presence>");
  EXPECT_THAT(alice_.take(), HasSubstr("<status>bye</status>"));
  router_.unbind(phone);
  EXPECT_THAT(alice_.take(), IsEmpty());
}

TEST_F(PresenceTest, DirectedGoesWhereItIsDirected) {
  bind(alice_);
  bind(bob_);
  presence(alice_, "<presence to='bob@example.org/work'/>");
  EXPECT_EQ(bob_.take(), "<presence from='alice@example.org/home' to='bob@example.org/work'/>");
  presence(alice_, "<presence to='bob@example.org'/>");
  EXPECT_THAT(bob_.take(), IsEmpty()) << "bob is not available";
  presence(alice_, "<presence to='nobody@example.org'/>");
  EXPECT_THAT(alice_.take(), IsEmpty());
}

TEST_F(PresenceTest, DirectedIsTakenBackWhenTheSenderGoes) {
  FakeResource carol("carol@example.org/c");
  go_online(alice_);
  go_online(bob_);
  go_online(carol);
  presence(alice_, "<presence to='bob@example.org'/>");
  presence(alice_, "<presence to='carol@example.org/c'/>");
  presence(alice_, "<presence to='carol@example.org/c' type='unavailable'/>");
  bob_.take(), carol.take();
  router_.unbind(alice_);
  EXPECT_EQ(bob_.take(), "<presence type='unavailable' from='alice@example.org/home'/>");
  EXPECT_THAT(carol.take(), IsEmpty()) << "she has been told already";
}

TEST_F(PresenceTest, SubscriptionsAreRefusedInWords) {
  go_online(alice_);
  go_online(bob_);
  presence(alice_, "<presence to='bob@example.org' type='subscribe'/>");
  EXPECT_THAT(alice_.take(), HasSubstr("feature-not-implemented"));
  presence(alice_, "<presence to='bob@example.org' type='invented'/>");
  EXPECT_THAT(alice_.take(), HasSubstr("bad-request"));
  presence(alice_, "<presence to='bob@example.org' type='probe'/>");
  EXPECT_THAT(alice_.take(), IsEmpty());
  EXPECT_THAT(bob_.take(), IsEmpty());
}

TEST_F(PresenceTest, OfTypeErrorIsNeverAnsweredNorRemembered) {
  bind(alice_);
  bind(bob_);
  presence(alice_, "<presence to='bob@example.org/work' type='error'/>");
  EXPECT_THAT(bob_.take(), HasSubstr("type='error'"));
  presence(alice_, "<presence to='nobody@example.org/x' type='error'/>");
  EXPECT_THAT(alice_.take(), IsEmpty());
  router_.unbind(alice_);
  EXPECT_THAT(bob_.take(), IsEmpty());
}

}  // namespace
}  // namespace squall::server::test
