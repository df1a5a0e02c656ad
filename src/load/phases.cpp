#include "src/load/phases.hpp"

#include <algorithm>

namespace squall::load {
namespace {

double seconds(std::optional<std::int64_t> from, std::int64_t to) {
  return from ? static_cast<double>(std::max<std::int64_t>(0, to - *from)) / 1e9 : 0;
}

}  // namespace

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::login:
      return "login";
    case Phase::steady:
      return "steady";
    case Phase::drain:
      return "drain";
    case Phase::logout:
      return "logout";
    case Phase::done:
      return "done";
  }
  return "";
}

Phase Phases::advance(std::int64_t now, const Observed& observed) {
  while (step(now, observed)) {
  }
  return phase_;
}

bool Phases::step(std::int64_t now, const Observed& observed) {
  switch (phase_) {
    case Phase::login:
      if (!observed.interrupted && !observed.all_settled) return false;
      if (!observed.interrupted && observed.online > 0 && observed.held) return false;
      login_end_ = now;
      if (observed.interrupted || observed.online == 0) {
        phase_ = Phase::logout;
        logout_start_ = now;
      } else {
        begin_steady(now, observed.steady_at);
      }
      return true;
    case Phase::steady:
      if (!observed.all_planned) return false;
      phase_ = Phase::drain;
      drain_start_ = now;
      return true;
    case Phase::drain:
      if (!observed.all_quiet && now < *drain_start_ + drain_) return false;
      phase_ = Phase::logout;
      logout_start_ = now;
      return true;
    case Phase::logout:
      if (!observed.all_finished) return false;
      phase_ = Phase::done;
      return true;
    case Phase::done:
      return false;
  }
  return false;
}

void Phases::begin_steady(std::int64_t now, std::int64_t at) {
  phase_ = Phase::steady;
  const std::int64_t start = std::max(now + lead + 2 * tick_, at);
  steady_start_ = tick_ == 0 ? start : (start + tick_ - 1) / tick_ * tick_;
}

double Phases::login_seconds(std::int64_t now) const {
  return seconds(0, login_end_.value_or(now));
}
double Phases::steady_seconds(std::int64_t now) const {
  return seconds(steady_start_, drain_start_.value_or(now));
}
double Phases::drain_seconds(std::int64_t now) const {
  return seconds(drain_start_, logout_start_.value_or(now));
}

std::optional<std::int64_t> Phases::deadline() const {
  if (phase_ != Phase::drain) return std::nullopt;
  return *drain_start_ + drain_;
}

}  // namespace squall::load
