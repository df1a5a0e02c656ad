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

}  // namespace
}  // namespace squall::load
