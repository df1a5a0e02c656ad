#pragma once

#include <cstdint>
#include <optional>

#include "src/scenario/scenario.hpp"

namespace squall::scenario {

/// What a scenario amounts to if everybody is online.
struct Traffic {
  std::uint32_t pairs = 0;  ///< an odd last user counts as one: its partner is not logged in
  std::uint32_t senders = 0;
  double messages_per_second = 0;
  std::optional<std::uint64_t> messages;  ///< over the whole duration, rounded; none: until interrupted
  double login_seconds = 0;               ///< for all logins at the login rate
};

Traffic traffic_of(const Scenario& scenario);

}  // namespace squall::scenario
