#include "src/server/counts.hpp"

#include <gtest/gtest.h>

namespace squall::server {
namespace {

ServerCounts made_up() {
  ServerCounts counts;
  counts.connections = 3;
  counts.messages_in = 18446744073709551615U;
  counts.messages_dropped_full = 7;
  counts.bytes_out = 99;
  return counts;
}

TEST(ServerCountsTest, SurviveTheLineBetweenTheProcesses) {
  EXPECT_EQ(parse_counts(to_line(made_up())), made_up());
  EXPECT_EQ(to_line(made_up()).find('\n'), std::string::npos);
}

TEST(ServerCountsTest, ToleratePairsOfAnotherVersion) {
  const auto counts = parse_counts("messages_in=4 invented_later=5");
  ASSERT_TRUE(counts.has_value());
  EXPECT_EQ(counts->messages_in, 4U);
  EXPECT_EQ(counts->messages_routed, 0U);
}

TEST(ServerCountsTest, RefuseWhatIsNoPairOfKeyAndNumber) {
  for (const char* line : {"messages_in", "messages_in=", "messages_in=x", "=5", "messages_in=-1", "messages_in=5x",
                           "messages_in=99999999999999999999"}) {
    EXPECT_FALSE(parse_counts(line).has_value()) << line;
  }
}

TEST(ServerCountsTest, AddUpToWhatCameIn) {
  ServerCounts counts;
  counts.messages_routed = 1;
  counts.messages_bounced = 2;
  counts.messages_dropped_error = 3;
  counts.messages_dropped_headline = 4;
  counts.messages_dropped_full = 5;
  EXPECT_EQ(counts.messages_accounted(), 15U);
}

TEST(ServerCountsTest, ReadAsATable) {
  const std::string table = to_table(made_up());
  EXPECT_NE(table.find("messages dropped: receiver too slow"), std::string::npos);
  EXPECT_NE(table.find("18446744073709551615"), std::string::npos);
}

}  // namespace
}  // namespace squall::server
