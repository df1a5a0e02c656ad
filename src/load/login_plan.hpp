#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "src/load/population.hpp"

namespace squall::load {

/// When the users of one worker log in, in nanoseconds since the run began: the first tries on a ramp that all workers
/// share, further tries after a pause that doubles from one second to thirty, varied by half either way by the seed.
class LoginPlan {
 public:
  LoginPlan(const Population& population, std::uint32_t worker, double rate_hz, std::uint64_t seed);

  /// The local index of a user whose login is due at `now`, each once.
  std::optional<std::uint32_t> take_due(std::int64_t now);
  /// When the next login is due; nothing if none is planned.
  std::optional<std::int64_t> next_due() const;
  /// Plans another try of a user whose login has failed `tries` times.
  void retry(std::uint32_t local, std::uint32_t tries, std::int64_t now);
  /// The same for one that was online: after a pause of the scenario's, with `failures` in a row.
  void reconnect(std::uint32_t local, std::uint32_t failures, const scenario::Reconnect& pauses, std::int64_t now);
  /// Forgets all that is still planned.
  void cancel();

 private:
  struct Retry {
    std::int64_t at;
    std::uint32_t local;
    bool operator>(const Retry& other) const { return at > other.at; }
  };
  std::int64_t first_due(std::uint32_t local) const;
  void skip_missing();
  bool has_first() const { return next_ < end_; }

  const Population& population_;
  std::uint32_t worker_;
  double rate_hz_;
  std::uint64_t seed_;
  std::uint32_t next_ = 0;
  std::uint32_t end_;
  std::priority_queue<Retry, std::vector<Retry>, std::greater<>> retries_;
};

/// The pause before the next try, in nanoseconds.
std::int64_t login_pause(std::uint32_t tries, std::uint64_t seed, std::uint32_t user);
/// The same with bounds: doubled from `first` to `last`, in nanoseconds, and varied by half either way.
std::int64_t backoff_pause(std::int64_t first, std::int64_t last, std::uint32_t tries, std::uint64_t seed,
                           std::uint32_t user);

}  // namespace squall::load
