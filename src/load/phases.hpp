#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace squall::load {

enum class Phase : std::uint8_t { login, steady, drain, logout, done };
std::string_view to_string(Phase phase);

/// What the controller sees of its workers, all together.
struct Observed {
  bool all_settled = false;   ///< every user is online or has failed for good
  bool all_planned = false;   ///< every message that was due before the end has been dealt with
  bool all_quiet = false;     ///< nothing that was sent is outstanding
  bool all_finished = false;  ///< every session is closed
  std::uint64_t online = 0;
  bool interrupted = false;  ///< an ordered end was asked for
  bool held = false;         ///< other processes are not ready for the steady phase yet
  std::int64_t steady_at = 0;  ///< where they are: it begins no sooner
};

/// The phases of a run. Instants are nanoseconds since the run began, and the caller's: nothing here reads a clock.
///
///     login --all settled, not held--> steady --all planned--> drain --quiet, or time is up--> logout --> done
///     login --interrupted, or nobody online--> logout
class Phases {
 public:
  /// Between the decision and the start of the steady phase, and two ticks more, so that every worker knows in time.
  static constexpr std::int64_t lead = 50'000'000;

  Phases(std::int64_t drain, std::int64_t tick) : drain_(drain), tick_(tick) {}

  /// Moves on as far as what is observed allows.
  Phase advance(std::int64_t now, const Observed& observed);

  Phase phase() const { return phase_; }
  /// Set from the steady phase on, on the tick's grid.
  std::optional<std::int64_t> steady_start() const { return steady_start_; }
  double login_seconds(std::int64_t now) const;
  double steady_seconds(std::int64_t now) const;
  double drain_seconds(std::int64_t now) const;
  /// When something will have to happen even if nothing is observed.
  std::optional<std::int64_t> deadline() const;

 private:
  bool step(std::int64_t now, const Observed& observed);
  void begin_steady(std::int64_t now, std::int64_t at);

  std::int64_t drain_;
  std::int64_t tick_;
  Phase phase_ = Phase::login;
  std::optional<std::int64_t> login_end_, steady_start_, drain_start_, logout_start_;
};

}  // namespace squall::load
