#include "src/net/source_addresses.hpp"

#include <gtest/gtest.h>

namespace squall::net {
namespace {

SourceAddresses read(std::string_view text) {
  const auto parsed = SourceAddresses::parse(text);
  EXPECT_TRUE(parsed) << parsed.error();
  return parsed ? *parsed : SourceAddresses();
}

std::string picked(const SourceAddresses& sources, std::size_t number, bool is_v6 = false) {
  const auto* address = sources.pick(number, is_v6);
  return address == nullptr ? "none" : address->to_string();
}

TEST(SourceAddressesTest, TakesListsAndRangesInTurn) {
  const SourceAddresses sources = read("127.0.0.9,127.0.0.254-127.0.1.1");
  EXPECT_EQ(sources.size(), 5U);
  EXPECT_EQ(picked(sources, 0), "127.0.0.9");
  EXPECT_EQ(picked(sources, 2), "127.0.0.255");
  EXPECT_EQ(picked(sources, 4), "127.0.1.1");
  EXPECT_EQ(picked(sources, 5), "127.0.0.9");
}

TEST(SourceAddressesTest, KeepsTheFamiliesApart) {
  const SourceAddresses sources = read("127.0.0.2,fe80::ff-fe80::101");
  EXPECT_EQ(sources.count(true), 3U);
  EXPECT_EQ(picked(sources, 1, true), "fe80::100");
  EXPECT_EQ(picked(sources, 1, false), "127.0.0.2");
  EXPECT_EQ(picked(read("127.0.0.2"), 0, true), "none");
}

TEST(SourceAddressesTest, SaysWhatIsWrong) {
  const auto complaint = [](std::string_view text) {
    const auto parsed = SourceAddresses::parse(text);
    return parsed ? std::string("none") : parsed.error();
  };
  EXPECT_EQ(complaint(""), "has '', which is no address or range ADDRESS-ADDRESS");
  EXPECT_EQ(complaint("127.0.0.2,"), "has '', which is no address or range ADDRESS-ADDRESS");
  EXPECT_EQ(complaint("localhost"), "has 'localhost', which is no address or range ADDRESS-ADDRESS");
  EXPECT_EQ(complaint("127.0.0.3-127.0.0.2"),
            "has '127.0.0.3-127.0.0.2', which does not go from a lower address to a higher one");
  EXPECT_EQ(complaint("127.0.0.3-::1"), "has '127.0.0.3-::1', which does not go from a lower address to a higher one");
  EXPECT_EQ(complaint("10.0.0.0-10.255.255.255"), "are more than 65536 addresses");
}

}  // namespace
}  // namespace squall::net
