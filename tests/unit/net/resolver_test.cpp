#include "src/net/resolver.hpp"

#include <gtest/gtest.h>

namespace squall::net {
namespace {

HostPort parsed(std::string_view text) {
  const auto result = parse_host_port(text);
  EXPECT_TRUE(result.has_value()) << text;
  return result ? *result : HostPort("", std::nullopt);
}

std::string complaint(std::string_view text, std::uint16_t lowest = 1) {
  const auto result = parse_host_port(text, lowest);
  return result ? "" : result.error();
}

TEST(HostPortTest, ReadsNamesAndAddressesWithAndWithoutPort) {
  EXPECT_EQ(parsed("xmpp.example.org"), HostPort("xmpp.example.org", std::nullopt));
  EXPECT_EQ(parsed("xmpp.example.org:5222"), HostPort("xmpp.example.org", 5222));
  EXPECT_EQ(parsed("192.0.2.1:65535"), HostPort("192.0.2.1", 65535));
}

TEST(HostPortTest, ReadsIpV6InBracketsAndBare) {
  EXPECT_EQ(parsed("[::1]:5222"), HostPort("::1", 5222));
  EXPECT_EQ(parsed("[2001:db8::1]"), HostPort("2001:db8::1", std::nullopt));
  EXPECT_EQ(parsed("::1"), HostPort("::1", std::nullopt));
}

TEST(HostPortTest, RefusesWhatIsNoPort) {
  for (const char* text : {"host:", "host:0", "host:65536", "host:-1", "host:http", "host:5222x", "[::1]:"}) {
    EXPECT_EQ(complaint(text), "has no port from 1 to 65535 behind the colon") << text;
  }
}

TEST(HostPortTest, TakesPortZeroOnlyWhereAFreeOneMayBeChosen) {
  EXPECT_EQ(complaint("127.0.0.1:0", 0), "");
  EXPECT_NE(complaint("127.0.0.1:0"), "");
}

TEST(HostPortTest, RefusesWhatIsNoHost) {
  EXPECT_NE(complaint("").find("has no host"), std::string::npos);
  EXPECT_NE(complaint(":5222").find("has no host"), std::string::npos);
  EXPECT_NE(complaint("user@host"), "");
  EXPECT_NE(complaint("a b"), "");
  EXPECT_NE(complaint("xmpp://host"), "");
  EXPECT_NE(complaint(std::string(300, 'a')), "");
}

TEST(HostPortTest, SaysHowToWriteAnIpV6AddressWithAPort) {
  EXPECT_NE(complaint("::1:x").find("[ADDRESS]:PORT"), std::string::npos);
  EXPECT_NE(complaint("[::1").find("bracket"), std::string::npos);
  EXPECT_NE(complaint("[host]:1").find("IPv6"), std::string::npos);
  EXPECT_NE(complaint("[::1]5222").find(":PORT"), std::string::npos);
}

TEST(ResolveTest, AnswersAddressesWithoutAskingAnybody) {
  const auto found = resolve("127.0.0.1", 5222);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(to_string(found->front()), "127.0.0.1:5222");
  const auto found_v6 = resolve("::1", 5222);
  ASSERT_TRUE(found_v6.has_value());
  EXPECT_EQ(to_string(found_v6->front()), "[::1]:5222");
}

TEST(LoopbackTest, KnowsWhatStaysOnThisMachine) {
  const auto at = [](const char* address) {
    return std::vector{boost::asio::ip::tcp::endpoint(boost::asio::ip::make_address(address), 1)};
  };
  EXPECT_TRUE(are_loopback(at("127.0.0.1")));
  EXPECT_TRUE(are_loopback(at("127.255.0.9")));
  EXPECT_TRUE(are_loopback(at("::1")));
  EXPECT_TRUE(are_loopback(at("::ffff:127.0.0.1")));
  EXPECT_FALSE(are_loopback(at("0.0.0.0")));
  EXPECT_FALSE(are_loopback(at("::")));
  EXPECT_FALSE(are_loopback(at("192.0.2.1")));
  auto mixed = at("127.0.0.1");
  mixed.push_back(at("10.0.0.1").front());
  EXPECT_FALSE(are_loopback(mixed));
}

}  // namespace
}  // namespace squall::net
