#pragma once

#include <atomic>
#include <cstdint>

#include "src/load/controller.hpp"
#include "src/load/population.hpp"
#include "src/load/schedule.hpp"
#include "src/metrics/arrival.hpp"
#include "src/metrics/message_stamp.hpp"
#include "src/net/clock.hpp"
#include "xmpp/sasl/scram_keys.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::load {

/// Everything about a run that does not change while it goes on. Shared by all workers.
struct RunPlan {
  explicit RunPlan(const RunInputs& the_inputs);

  const RunInputs& inputs;
  const scenario::Scenario& scenario;
  Population population;
  Schedule schedule;
  metrics::MessageForm form;
  metrics::StampCodec codec;
  mutable xmpp::sasl::ScramKeyCache scram_keys{65536};
  xmpp::ClientConfig stream;
  net::TimePoint epoch;  ///< when the run began; all instants are nanoseconds since then
};

/// What the controller tells the workers, and how they tell it that something has changed.
struct Orders {
  static constexpr std::int64_t never = INT64_MAX;

  Orders();  ///< throws std::system_error
  ~Orders();
  Orders(const Orders&) = delete;
  Orders& operator=(const Orders&) = delete;

  /// Wakes the controller up.
  void notify() const;
  /// Forgets the notifications so far.
  void drain_notifications() const;

  std::atomic<std::int64_t> steady_start{never};
  std::atomic<bool> stop_planning{false};  ///< nothing that becomes due from now on is planned
  std::atomic<bool> log_out{false};
  std::atomic<bool> abandon{false};  ///< return at once
  int descriptor = -1;               ///< readable when a worker's status has changed
};

}  // namespace squall::load
