#include "src/scenario/traffic.hpp"

#include <gtest/gtest.h>

namespace squall::scenario {
namespace {

using namespace std::chrono_literals;

TEST(TrafficTest, BothEndsOfEveryPairSend) {
  Scenario scenario;
  scenario.population.users = 1000;
  scenario.rate_hz = 0.5;
  scenario.duration = 30s;
  const Traffic traffic = traffic_of(scenario);
  EXPECT_EQ(traffic.pairs, 500u);
  EXPECT_EQ(traffic.senders, 1000u);
  EXPECT_DOUBLE_EQ(traffic.messages_per_second, 500);
  EXPECT_EQ(traffic.messages, 15000u);
  EXPECT_DOUBLE_EQ(traffic.login_seconds, 5);
}

TEST(TrafficTest, OneWayTheFirstOfEachPairSendsAlsoWhereItsPartnerIsMissing) {
  Scenario scenario;
  scenario.population.users = 7;
  scenario.direction = Direction::one_way;
  scenario.rate_hz = 0.1;
  scenario.duration.reset();
  const Traffic traffic = traffic_of(scenario);
  EXPECT_EQ(traffic.pairs, 4u);
  EXPECT_EQ(traffic.senders, 4u);
  EXPECT_DOUBLE_EQ(traffic.messages_per_second, 0.4);
  EXPECT_FALSE(traffic.messages);
}

}  // namespace
}  // namespace squall::scenario
