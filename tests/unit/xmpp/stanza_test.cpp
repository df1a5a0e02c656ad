#include "xmpp/stanza/stanza.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "parsers/parser.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stanza/message.hpp"
#include "xmpp/stanza/presence.hpp"
#include "xmpp/xep/xep0199_ping.hpp"
#include "xmpp/xep/xep0203_delay.hpp"

namespace squall::xmpp {
namespace {

/// One stanza, parsed as if it stood in a client's stream.
class Parsed {
 public:
  explicit Parsed(std::string_view stanza) {
    text_ += stanza;
    parser_->feed(text_);
    parser_->next();
    item_ = parser_->next();
  }
  const parsers::Element& operator*() const { return item_.element; }

 private:
  std::string text_ = "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  std::unique_ptr<parsers::Parser> parser_ = make_parser(parsers::ParserKind::stream, {}, *workspace_);
  parsers::Item item_;
};

TEST(StanzaTest, KindsAreToldByNameAndNamespace) {
  EXPECT_EQ(stanza_kind(*Parsed{"<message/>"}), StanzaKind::message);
  EXPECT_EQ(stanza_kind(*Parsed{"<presence/>"}), StanzaKind::presence);
  EXPECT_EQ(stanza_kind(*Parsed{"<iq/>"}), StanzaKind::iq);
  EXPECT_EQ(stanza_kind(*Parsed{"<message xmlns='jabber:server'/>"}), StanzaKind::none);
  EXPECT_EQ(stanza_kind(*Parsed{"<other/>"}), StanzaKind::none);
}

TEST(MessageTest, IsWrittenWithItsPartsEscaped) {
  std::string out;
  append_message(out, {.to = "o'hara@b", .id = "1", .body = "1 < 2 & 3", .payload = "<x xmlns='y'/>"});
  EXPECT_EQ(out,
            "<message to='o&apos;hara@b' id='1' type='chat'><body>1 &lt; 2 &amp; 3</body><x xmlns='y'/></message>");
}

TEST(MessageTest, IsReadWhereItLies) {
  const Parsed parsed{
      "<message from='a@b/c' to='d@e' id='7' type='chat'><body>x &amp; y</body><body>2</body></message>"};
  const MessageView message{*parsed};
  std::string scratch;
  EXPECT_EQ(message.body(scratch), "x & y");
  EXPECT_EQ(message.from(), "a@b/c");
  EXPECT_EQ(message.to(), "d@e");
  EXPECT_EQ(message.id(), "7");
  EXPECT_FALSE(message.is_error());
  EXPECT_TRUE(MessageView{*Parsed{"<message type='error'/>"}}.is_error());
}

TEST(MessageTest, BounceSwapsTheAddresses) {
  std::string out;
  append_bounce(out, *Parsed{"<message from='a@b/c' to='d@e' id='7'><body>x</body></message>"}, service_unavailable);
  EXPECT_EQ(out,
            "<message type='error' to='a@b/c' from='d@e' id='7'><error type='cancel'>"
            "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>");
}

TEST(PresenceTest, TypesAreWrittenAndRead) {
  for (const auto type :
       {PresenceType::available, PresenceType::unavailable, PresenceType::subscribe, PresenceType::subscribed,
        PresenceType::unsubscribe, PresenceType::unsubscribed, PresenceType::probe, PresenceType::error}) {
    std::string out;
    append_presence(out, type, "a@b");
    EXPECT_EQ(presence_type(*Parsed{out}), type) << out;
  }
  EXPECT_EQ(presence_type(*Parsed{"<presence type='odd'/>"}), PresenceType::invalid);
  EXPECT_EQ(presence_type(*Parsed{"<presence type=''/>"}), PresenceType::invalid);
}

TEST(PresenceTest, PriorityIsANumberFromMinus128To127OrZero) {
  const auto priority = [](const std::string& text) {
    return presence_priority(*Parsed{"<presence><priority>" + text + "</priority></presence>"});
  };
  EXPECT_EQ(priority("127"), 127);
  EXPECT_EQ(priority("-128"), -128);
  EXPECT_EQ(priority("128"), 0);
  EXPECT_EQ(priority("many"), 0);
  EXPECT_EQ(priority("1x"), 0);
  EXPECT_EQ(presence_priority(*Parsed{"<presence/>"}), 0);
}

TEST(IqTest, TypesAreTold) {
  EXPECT_EQ(iq_type(*Parsed{"<iq type='get'/>"}), IqType::get);
  EXPECT_EQ(iq_type(*Parsed{"<iq type='set'/>"}), IqType::set);
  EXPECT_EQ(iq_type(*Parsed{"<iq type='result'/>"}), IqType::result);
  EXPECT_EQ(iq_type(*Parsed{"<iq type='error'/>"}), IqType::error);
  EXPECT_EQ(iq_type(*Parsed{"<iq type='GET'/>"}), IqType::invalid);
  EXPECT_EQ(iq_type(*Parsed{"<iq/>"}), IqType::invalid);
}

TEST(IqTest, ARequestHasAnIdAndExactlyOneChild) {
  EXPECT_TRUE(is_well_formed_request(*Parsed{"<iq type='get' id='1'><a xmlns='b'/></iq>"}));
  EXPECT_FALSE(is_well_formed_request(*Parsed{"<iq type='get' id='1'/>"}));
  EXPECT_FALSE(is_well_formed_request(*Parsed{"<iq type='get' id='1'><a xmlns='b'/><c xmlns='d'/></iq>"}));
  EXPECT_FALSE(is_well_formed_request(*Parsed{"<iq type='get'><a xmlns='b'/></iq>"}));
  EXPECT_FALSE(is_well_formed_request(*Parsed{"<iq type='result' id='1'><a xmlns='b'/></iq>"}));
}

TEST(IqTest, AnswersGoBackToTheSenderWithItsId) {
  const Parsed request{"<iq type='get' id='&lt;1&gt;' from='a@b/c' to='d'><x xmlns='y'/></iq>"};
  std::string out;
  append_iq_result(out, *request);
  EXPECT_EQ(out, "<iq type='result' to='a@b/c' id='&lt;1&gt;'/>");
  out.clear();
  append_iq_result(out, *request, "<r/>", true);
  EXPECT_EQ(out, "<iq type='result' to='a@b/c' from='d' id='&lt;1&gt;'><r/></iq>");
}

TEST(StanzaErrorTest, IsWrittenAndRead) {
  std::string out{"<message type='error'>"};
  append_error(out, {"wait", "resource-constraint", "a < b"});
  const Parsed parsed{out + "</message>"};
  const auto error = read_stanza_error(*parsed);
  EXPECT_EQ(error.condition, "resource-constraint");
  EXPECT_EQ(error.text, "a < b");
}

TEST(StanzaErrorTest, ConditionsHaveTheirUsualTypes) {
  EXPECT_EQ(usual_error_type("bad-request"), "modify");
  EXPECT_EQ(usual_error_type("service-unavailable"), "cancel");
  EXPECT_EQ(usual_error_type("conflict"), "cancel");
  EXPECT_EQ(usual_error_type("not-authorized"), "auth");
}

TEST(Xep0199Test, OnlyAGetIsAPing) {
  EXPECT_TRUE(xep0199::is_ping(*Parsed{"<iq type='get' id='1'><ping xmlns='urn:xmpp:ping'/></iq>"}));
  EXPECT_FALSE(xep0199::is_ping(*Parsed{"<iq type='set' id='1'><ping xmlns='urn:xmpp:ping'/></iq>"}));
  EXPECT_FALSE(xep0199::is_ping(*Parsed{"<iq type='get' id='1'><ping xmlns='other'/></iq>"}));
}

TEST(Xep0203Test, ADelayedStanzaSaysSinceWhen) {
  const Parsed delayed{"<message><delay xmlns='urn:xmpp:delay' stamp='2002-09-10T23:08:25Z'/></message>"};
  EXPECT_EQ(xep0203::delay_stamp(*delayed), "2002-09-10T23:08:25Z");
  EXPECT_FALSE(xep0203::delay_stamp(*Parsed{"<message/>"}));
}

}  // namespace
}  // namespace squall::xmpp
