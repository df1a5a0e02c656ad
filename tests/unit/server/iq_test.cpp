#include <gmock/gmock.h>

#include "tests/unit/server/fake_resource.hpp"

// Who answers IQs: RFC 6121 section 8.5, XEP-0030.

namespace squall::server::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class IqTest : public RouterTest {
 protected:
  void SetUp() override {
    bind(alice_);
    bind(bob_);
  }
  std::string answer_to(std::string_view xml) {
    iq(alice_, xml);
    return alice_.take();
  }
};

TEST_F(IqTest, RosterIsEmpty) {
  EXPECT_EQ(answer_to("<iq type='get' id='r'><query xmlns='jabber:iq:roster'/></iq>"),
            "<iq type='result' id='r'><query xmlns='jabber:iq:roster'/></iq>");
  EXPECT_THAT(answer_to("<iq type='get' id='r' to='alice@example.org'><query xmlns='jabber:iq:roster'/></iq>"),
              HasSubstr("type='result'"));
}

TEST_F(IqTest, RosterOfAnotherIsNotForHer) {
  EXPECT_THAT(answer_to("<iq type='get' id='r' to='bob@example.org'><query xmlns='jabber:iq:roster'/></iq>"),
              AllOf(HasSubstr("type='error'"), HasSubstr("service-unavailable")));
  EXPECT_THAT(bob_.take(), IsEmpty());
}

TEST_F(IqTest, DiscoverySaysWhatServerAndAccountAre) {
  constexpr const char* query = "<query xmlns='http://jabber.org/protocol/disco#info'/></iq>";
  EXPECT_THAT(answer_to("<iq type='get' id='d' to='example.org'>" + std::string(query)),
              AllOf(HasSubstr("from='example.org'"), HasSubstr("category='server'"), HasSubstr("urn:xmpp:ping")));
  EXPECT_THAT(answer_to("<iq type='get' id='d'>" + std::string(query)), HasSubstr("category='account'"));
  EXPECT_THAT(answer_to("<iq type='get' id='d' to='example.org'>"
                        "<query xmlns='http://jabber.org/protocol/disco#info' node='n'/></iq>"),
              HasSubstr("item-not-found"));
  EXPECT_THAT(answer_to("<iq type='get' id='d' to='example.org'>"
                        "<query xmlns='http://jabber.org/protocol/disco#items'/></iq>"),
              AllOf(HasSubstr("type='result'"), HasSubstr("disco#items")));
}

TEST_F(IqTest, WhatNobodyKnowsIsUnavailable) {
  EXPECT_THAT(answer_to("<iq type='get' id='v'><vCard xmlns='vcard-temp'/></iq>"), HasSubstr("service-unavailable"));
  EXPECT_THAT(answer_to("<iq type='set' id='v' to='example.org'><x xmlns='u'/></iq>"),
              HasSubstr("service-unavailable"));
}

TEST_F(IqTest, BetweenUsersIsRoutedBothWays) {
  EXPECT_THAT(answer_to("<iq type='get' id='p' to='bob@example.org/work'><ping xmlns='urn:xmpp:ping'/></iq>"),
              IsEmpty());
  EXPECT_EQ(bob_.take(),
            "<iq from='alice@example.org/home' type='get' id='p' to='bob@example.org/work'>"
            "<ping xmlns='urn:xmpp:ping'/></iq>");
  iq(bob_, "<iq type='result' id='p' to='alice@example.org/home'/>");
  EXPECT_EQ(alice_.take(), "<iq from='bob@example.org/work' type='result' id='p' to='alice@example.org/home'/>");
}

TEST_F(IqTest, ToNobodyIsUnavailableButAnswersAreNeverAnswered) {
  EXPECT_THAT(answer_to("<iq type='get' id='p' to='bob@example.org/gone'><ping xmlns='urn:xmpp:ping'/></iq>"),
              AllOf(HasSubstr("from='bob@example.org/gone'"), HasSubstr("service-unavailable")));
  EXPECT_THAT(answer_to("<iq type='result' id='p' to='bob@example.org/gone'/>"), IsEmpty());
  EXPECT_THAT(answer_to("<iq type='error' id='p' to='elsewhere.example'/>"), IsEmpty());
  EXPECT_THAT(answer_to("<iq type='get' id='p' to='elsewhere.example'><ping xmlns='urn:xmpp:ping'/></iq>"),
              HasSubstr("remote-server-not-found"));
}

}  // namespace
}  // namespace squall::server::test
