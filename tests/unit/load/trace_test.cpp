#include "src/load/trace.hpp"

#include <gtest/gtest.h>

namespace squall::load {
namespace {

TEST(TraceTest, MasksWhatAuthAndResponseCarry) {
  EXPECT_EQ(mask_secrets("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AHRlc3QAc2VjcmV0</auth>"),
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>***</auth>");
  EXPECT_EQ(mask_secrets("<response xmlns='x'>Yz1iaXdz</response>"), "<response xmlns='x'>***</response>");
}

TEST(TraceTest, MasksEveryOneOfSeveral) {
  EXPECT_EQ(mask_secrets("<a/><auth>one</auth><b>two</b><response>three</response><auth>four</auth>!"),
            "<a/><auth>***</auth><b>two</b><response>***</response><auth>***</auth>!");
}

TEST(TraceTest, AnUnfinishedSecretIsMaskedToTheEnd) {
  EXPECT_EQ(mask_secrets("<auth mechanism='PLAIN'>AHRlc3QAc2Vj"), "<auth mechanism='PLAIN'>***");
}

TEST(TraceTest, LeavesEverythingElseAlone) {
  for (const char* xml : {"", "<message to='a'><body>auth</body></message>", "<author>Ann</author>", "<auth/>",
                          "<auth mechanism='X'/><presence/>", "<responses>1</responses>", "<auth"}) {
    EXPECT_EQ(mask_secrets(xml), xml);
  }
}

TEST(TraceTest, MasksTheSecretsOfSasl2AndOfTheOldAuthentication) {
  EXPECT_EQ(mask_secrets("<authenticate xmlns='urn:xmpp:sasl:2' mechanism='PLAIN'><initial-response>AGEAYg==<"
                         "/initial-response></authenticate>"),
            "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='PLAIN'><initial-response>***</initial-response>"
            "</authenticate>");
  EXPECT_EQ(mask_secrets("<query xmlns='jabber:iq:auth'><username>a</username><password>b</password></query>"),
            "<query xmlns='jabber:iq:auth'><username>a</username><password>***</password></query>");
  EXPECT_EQ(mask_secrets("<digest>48fc78be</digest>"), "<digest>***</digest>");
}

}  // namespace
}  // namespace squall::load
