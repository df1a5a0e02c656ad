#include "src/scenario/traffic.hpp"

#include <cmath>

namespace squall::scenario {

Traffic traffic_of(const Scenario& scenario) {
  Traffic traffic;
  const std::uint32_t users = scenario.population.users;
  traffic.pairs = users / 2 + users % 2;
  traffic.senders = scenario.direction == Direction::both ? users : traffic.pairs;
  traffic.messages_per_second = traffic.senders * scenario.rate_hz;
  traffic.login_seconds = users / scenario.login_rate_hz;
  if (scenario.duration) {
    const double seconds = std::chrono::duration<double>(*scenario.duration).count();
    traffic.messages = static_cast<std::uint64_t>(std::llround(traffic.messages_per_second * seconds));
  }
  return traffic;
}

}  // namespace squall::scenario
