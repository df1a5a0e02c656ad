#include "src/server/fault_router.hpp"

#include <gmock/gmock.h>

#include "src/server/fault_text.hpp"
#include "tests/unit/server/fake_resource.hpp"

// What faults do to messages and answers.

namespace squall::server::test {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view hello = "<message to='bob@example.org/work' type='chat'><body>hello</body></message>";
constexpr std::string_view hello_of_alice =
    "<message from='alice@example.org/home' to='bob@example.org/work' type='chat'><body>hello</body></message>";

class FaultRouterTest : public RouterTest {
 protected:
  void with(std::string_view faults) {
    faulty_ = std::make_unique<FaultRouter>(FaultPlan(*parse_faults(faults), 1), "example.org", router_, *forwarder_,
                                            counts_);
    for (FakeResource* resource : {&alice_, &bob_, &carol_}) {
      bind(*resource);
      faulty_->bound(*resource);
    }
  }
  std::optional<FaultKind> say(FakeResource& sender, std::string_view xml) {
    return faulty_->message(sender, StanzaSource(xml).stanza(), now_);
  }
  std::uint64_t done(FaultKind kind) const { return faulty_->plan().counts()[kind]; }
  void expect_all_accounted() const { EXPECT_EQ(counts_.messages_in, counts_.messages_accounted()); }

  FakeResource carol_{"carol@example.org/x"};
  std::unique_ptr<FaultRouter> faulty_;
  net::TimePoint now_{milliseconds{1000}};
};

TEST_F(FaultRouterTest, DropsAndCountsIt) {
  with("drop:nth=2");
  say(alice_, hello);
  EXPECT_EQ(bob_.take(), hello_of_alice);
  say(alice_, hello);
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_EQ(done(FaultKind::drop), 1U);
  EXPECT_EQ(counts_.messages_dropped_fault, 1U);
  EXPECT_EQ(counts_.messages_routed, 1U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, BouncesInsteadOfDelivering) {
  with("bounce");
  say(alice_, hello);
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), AllOf(HasSubstr("type='error'"), HasSubstr("service-unavailable")));
  EXPECT_EQ(counts_.messages_bounced, 1U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, MisroutesToAThirdUserOnly) {
  with("misroute");
  for (int i = 0; i < 5; ++i) say(alice_, hello);
  EXPECT_THAT(bob_.take(), IsEmpty());
  EXPECT_THAT(alice_.take(), IsEmpty());
  EXPECT_THAT(carol_.take(), StartsWith(hello_of_alice));
  EXPECT_EQ(done(FaultKind::misroute), 5U);
  faulty_->left(carol_);
  say(alice_, hello);
  EXPECT_EQ(bob_.take(), hello_of_alice) << "there is nobody else left";
  EXPECT_EQ(done(FaultKind::misroute), 5U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, DeliversSoManyCopiesMoreAndCountsTheMessageOnce) {
  with("duplicate=2");
  say(alice_, hello);
  const std::string three = std::string(hello_of_alice).append(hello_of_alice).append(hello_of_alice);
  EXPECT_EQ(bob_.take(), three);
  EXPECT_EQ(done(FaultKind::duplicate), 2U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, AltersOneCharacterOfTheBody) {
  with("corrupt");
  say(alice_, hello);
  const std::string got = bob_.take();
  ASSERT_EQ(got.size(), hello_of_alice.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < got.size(); ++i) different += got[i] == hello_of_alice[i] ? 0U : 1U;
  EXPECT_EQ(different, 1U);
  EXPECT_THAT(got, HasSubstr("!"));
  say(alice_, "<message to='bob@example.org/work'/>");
  EXPECT_EQ(done(FaultKind::corrupt), 1U) << "there was no body to alter";
}

TEST_F(FaultRouterTest, HoldsAMessageUntilTheNextOfItsSenderHasPassed) {
  with("reorder:nth=1");
  say(alice_, "<message to='bob@example.org/work' id='1'/>");
  say(carol_, "<message to='alice@example.org/home' id='c'/>");
  EXPECT_THAT(bob_.take(), IsEmpty());
  say(alice_, "<message to='bob@example.org/work' id='2'/>");
  const std::string got = bob_.take();
  EXPECT_LT(got.find("id='2'"), got.find("id='1'"));
  EXPECT_NE(got.find("id='1'"), std::string::npos);
  EXPECT_EQ(done(FaultKind::reorder), 1U);
  EXPECT_EQ(faulty_->next_due(), now_ + milliseconds{1000});
  now_ += milliseconds{1000};
  faulty_->release(now_);
  EXPECT_THAT(alice_.take(), HasSubstr("id='c'")) << "none of carol's followed in time";
  EXPECT_EQ(done(FaultKind::reorder), 1U) << "so that one was overtaken by nothing";
  EXPECT_FALSE(faulty_->next_due());
  expect_all_accounted();
}

TEST_F(FaultRouterTest, LetsGoWhatItHeldOfASenderThatLeaves) {
  with("reorder");
  say(alice_, hello);
  faulty_->left(alice_);
  EXPECT_EQ(bob_.take(), hello_of_alice);
  EXPECT_EQ(done(FaultKind::reorder), 0U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, DelaysInOrder) {
  with("delay=50ms");
  say(alice_, "<message to='bob@example.org/work' id='1'/>");
  say(alice_, "<message to='bob@example.org/work' id='2'/>");
  EXPECT_EQ(faulty_->next_due(), now_ + milliseconds{50});
  faulty_->release(now_ + milliseconds{49});
  EXPECT_THAT(bob_.take(), IsEmpty());
  faulty_->release(now_ + milliseconds{50});
  const std::string got = bob_.take();
  EXPECT_LT(got.find("id='1'"), got.find("id='2'"));
  EXPECT_EQ(done(FaultKind::delay), 2U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, CountsWhatItHeldForSomebodyWhoHasGoneAsDropped) {
  with("delay=50ms");
  say(alice_, hello);
  say(alice_, hello);
  router_.unbind(bob_);
  faulty_->release(now_ + milliseconds{50});
  EXPECT_EQ(counts_.messages_dropped_fault, 2U);
  bind(bob_);
  say(alice_, hello);
  faulty_->give_up();
  EXPECT_EQ(counts_.messages_dropped_fault, 3U);
  expect_all_accounted();
}

TEST_F(FaultRouterTest, QueuesBeyondItsCapacity) {
  with("capacity=100/s");
  for (int i = 0; i < 3; ++i) say(alice_, hello);
  EXPECT_EQ(bob_.take(), hello_of_alice);
  faulty_->release(now_ + milliseconds{10});
  EXPECT_EQ(bob_.take(), hello_of_alice);
  EXPECT_EQ(faulty_->next_due(), now_ + milliseconds{20});
  faulty_->release(now_ + milliseconds{20});
  EXPECT_EQ(bob_.take(), hello_of_alice);
  EXPECT_EQ(done(FaultKind::capacity), 2U);
  now_ += milliseconds{30};
  say(alice_, hello);
  EXPECT_EQ(bob_.take(), hello_of_alice) << "there is room again";
  expect_all_accounted();
}

TEST_F(FaultRouterTest, AddsCarbonCopiesAndCopiesOfCopies) {
  with("carbon,carbon-of-carbon");
  say(alice_, hello);
  const std::string got = bob_.take();
  EXPECT_THAT(got, StartsWith(hello_of_alice));
  const std::string copies = got.substr(hello_of_alice.size());
  const StanzaSource copy(copies);
  EXPECT_EQ(copy.stanza().element.attribute("from").str(), "bob@example.org");
  EXPECT_TRUE(copy.stanza().element.child("urn:xmpp:carbons:2", "received"));
  EXPECT_FALSE(copy.stanza().element.child("jabber:client", "body"));
  EXPECT_THAT(copies.substr(copies.find("</message></forwarded></received></message>")),
              HasSubstr("</message></forwarded></received></message></forwarded></received></message>"));
}

TEST_F(FaultRouterTest, HandsOutMessagesOfAnEarlierRunAtTheInitialPresenceOnly) {
  with("offline=2,offline-stamped");
  for (int i = 0; i < 2; ++i) faulty_->presence(bob_, StanzaSource("<presence/>").stanza());
  const std::string got = bob_.take();
  EXPECT_EQ(done(FaultKind::offline), 2U);
  EXPECT_EQ(done(FaultKind::offline_stamped), 1U);
  EXPECT_THAT(got, HasSubstr("<body>sqm"));
  EXPECT_THAT(got, HasSubstr("<delay xmlns='urn:xmpp:delay' from='example.org'"));
}

TEST_F(FaultRouterTest, AnswersInAnothersNameTwiceOrWithoutFrom) {
  constexpr std::string_view roster =
      "<iq type='get' id='r' to='bob@example.org'><query xmlns='jabber:iq:roster'/></iq>";
  with("answer-wrong-sender:nth=2,answer-twice");
  faulty_->iq(bob_, StanzaSource(roster).stanza());
  const std::string twice = bob_.take();
  EXPECT_EQ(twice.substr(0, twice.size() / 2), twice.substr(twice.size() / 2));
  EXPECT_THAT(twice, HasSubstr("from='bob@example.org'"));
  faulty_->iq(bob_, StanzaSource(roster).stanza());
  EXPECT_THAT(bob_.take(), AllOf(HasSubstr("from='somebody-else@example.org'"), Not(HasSubstr("from='bob@"))));
  EXPECT_EQ(done(FaultKind::answer_twice), 2U);
  EXPECT_EQ(done(FaultKind::answer_wrong_sender), 1U);
}

TEST_F(FaultRouterTest, LeavesRequestsToOthersAlone) {
  with("answer-no-from");
  faulty_->iq(alice_, StanzaSource("<iq type='get' id='1' to='bob@example.org/work'><x xmlns='y'/></iq>").stanza());
  EXPECT_THAT(bob_.take(), HasSubstr("from='alice@example.org/home'"));
  faulty_->iq(
      bob_, StanzaSource("<iq type='get' id='r' to='bob@example.org'><query xmlns='jabber:iq:roster'/></iq>").stanza());
  EXPECT_THAT(bob_.take(), AllOf(StartsWith("<iq type='result'"), Not(HasSubstr("from="))));
  EXPECT_EQ(done(FaultKind::answer_no_from), 1U);
}

TEST_F(FaultRouterTest, TellsASessionWhatItIsToSufferAfterItsMessage) {
  with("close:nth=2,reset:nth=3");
  EXPECT_EQ(say(alice_, hello), std::nullopt);
  EXPECT_EQ(say(alice_, hello), FaultKind::close);
  EXPECT_EQ(say(alice_, hello), std::nullopt);
  EXPECT_EQ(say(alice_, hello), FaultKind::close) << "the reset's chances are those that close leaves";
  EXPECT_EQ(say(alice_, hello), FaultKind::reset);
  EXPECT_EQ(counts_.messages_routed, 5U);
}

TEST_F(FaultRouterTest, ChoosesWhereANewConnectionFallsSilent) {
  with("stall-auth:nth=2");
  EXPECT_EQ(faulty_->accepted(), std::nullopt);
  EXPECT_EQ(faulty_->accepted(), FaultKind::stall_auth);
  EXPECT_EQ(done(FaultKind::stall_auth), 0U) << "it has not come so far";
}

TEST(FaultTextTest, KnowsTheStepsOfALogin) {
  EXPECT_TRUE(begins_step(FaultKind::stall_stream, "<?xml"));
  EXPECT_TRUE(begins_step(FaultKind::stall_auth, "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"));
  EXPECT_FALSE(begins_step(FaultKind::stall_bind, "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"));
  EXPECT_TRUE(begins_step(FaultKind::stall_bind, "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"));
  EXPECT_TRUE(begins_step(FaultKind::stall_session, "<query xmlns='jabber:iq:roster'/>"));
  EXPECT_TRUE(begins_step(FaultKind::stall_tls, "<starttls xmlns='x'/>"));
}

TEST(FaultTextTest, LeavesMarkupAndReferencesOfABodyAlone) {
  std::string text = "<message><body>&amp;</body></message>";
  EXPECT_FALSE(corrupt_body(text, 3));
  text = "<message><body>a&amp;</body></message>";
  EXPECT_TRUE(corrupt_body(text, 3));
  EXPECT_EQ(text, "<message><body>!&amp;</body></message>");
}

}  // namespace
}  // namespace squall::server::test
