#include "src/net/service_lookup.hpp"

#include <map>

#include <gtest/gtest.h>

namespace squall::net {
namespace {

std::vector<std::string> hosts(const std::vector<ServiceTarget>& targets) {
  std::vector<std::string> names;
  for (const auto& target : targets) names.push_back(target.host);
  return names;
}

TEST(ServiceOrderTest, GoesByPriorityFirst) {
  std::vector<ServiceTarget> targets{{"c", 1, 30, 100}, {"a", 1, 10, 0}, {"b", 1, 20, 5}};
  put_in_order(targets, 1);
  EXPECT_EQ(hosts(targets), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(ServiceOrderTest, FavoursWeightAmongThoseOfOnePriority) {
  std::map<std::string, int> firsts;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    std::vector<ServiceTarget> targets{{"heavy", 1, 1, 75}, {"light", 1, 1, 25}, {"last", 1, 2, 0}};
    put_in_order(targets, seed);
    ++firsts[targets[0].host];
    EXPECT_EQ(targets[2].host, "last");
  }
  EXPECT_NEAR(firsts["heavy"], 1500, 120);
}

TEST(ServiceOrderTest, KeepsEachTargetOnceAndDrawsTheSameFromTheSameSeed) {
  const std::vector<ServiceTarget> all{{"a", 1, 1, 0}, {"b", 2, 1, 65535}, {"c", 3, 1, 65535}, {"d", 4, 1, 1}};
  std::vector<ServiceTarget> one = all, two = all;
  put_in_order(one, 7);
  put_in_order(two, 7);
  EXPECT_EQ(one, two);
  EXPECT_TRUE(std::is_permutation(one.begin(), one.end(), all.begin()));
}

}  // namespace
}  // namespace squall::net
