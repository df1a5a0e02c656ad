#include "src/load/message_writer.hpp"

#include <gtest/gtest.h>

namespace squall::load {
namespace {

const metrics::StampCodec codec{5, 6};
const metrics::MessageStamp stamp{10, 20, 30, 40};

std::string between(std::string_view xml, std::string_view before, std::string_view after) {
  const auto from = xml.find(before) + before.size();
  return std::string(xml.substr(from, xml.find(after, from) - from));
}

TEST(MessageWriterTest, WritesAChatMessageWhoseBodyBeginsWithTheStamp) {
  const Accounts accounts = Accounts::from_templates("test{n}", "", "");
  MessageWriter writer(accounts, codec, "example.org", {140});
  const std::string xml(writer.write(17, stamp));
  EXPECT_TRUE(xml.starts_with("<message to='test17@example.org' type='chat' id='")) << xml;
  EXPECT_TRUE(xml.ends_with(".</body></message>")) << xml;
  const std::string body = between(xml, "<body>", "</body>");
  EXPECT_EQ(body.size(), 140u);
  metrics::MessageStamp read;
  EXPECT_EQ(metrics::identify(codec, {140}, {false, between(xml, "id='", "'"), body}, read),
            metrics::ArrivalKind::message);
  EXPECT_EQ(read, stamp);
}

TEST(MessageWriterTest, ATooShortBodyLeavesTheStampToTheId) {
  const Accounts accounts = Accounts::from_templates("u{n}", "", "");
  MessageWriter writer(accounts, codec, "d", {3});
  const std::string xml(writer.write(1, stamp));
  EXPECT_EQ(between(xml, "<body>", "</body>"), "...");
  metrics::MessageStamp read;
  EXPECT_EQ(metrics::identify(codec, {3}, {false, between(xml, "id='", "'"), "..."}, read),
            metrics::ArrivalKind::message);
  EXPECT_EQ(read, stamp);
}

TEST(MessageWriterTest, NamesThatNeedItAreEscaped) {
  const Accounts accounts = Accounts::from_list({{"o'br&<ien", "", ""}}, 1, "");
  MessageWriter writer(accounts, codec, "d", {50});
  EXPECT_TRUE(writer.write(1, stamp).starts_with("<message to='o&apos;br&amp;&lt;ien@d' "));
}

TEST(MessageWriterTest, EachMessageIsWrittenAnewWithoutTracesOfTheLast) {
  const Accounts accounts = Accounts::from_templates("test{n}", "", "");
  MessageWriter writer(accounts, codec, "d", {60});
  const std::string first(writer.write(100'000, stamp));
  writer.write(1, {1, 2, 3, 4});
  EXPECT_EQ(writer.write(100'000, stamp), first);
}

}  // namespace
}  // namespace squall::load
