#pragma once

#include <cstdint>

#include "src/metrics/result.hpp"

namespace squall::metrics {

/// From when on a generator is held to have been the bottleneck of its own run.
struct HealthRules {
  double failed_share = 0.005;              ///< of the planned sends: unsent by our fault, or over 100 ms late
  std::int64_t late = 100'000'000;          ///< ns
  std::int64_t lateness_floor = 1'000'000;  ///< ns; p99 of our lateness may reach this in any case
  double lateness_share = 0.1;              ///< of the p50 of the latency, for the p99 of our lateness
  double busy = 0.95;                       ///< share of a second
  double busy_seconds = 3;                  ///< on end
};

/// Measures how long on end one worker was busy. Told of each full second.
class BusyMeter {
 public:
  explicit BusyMeter(double busy_share = HealthRules{}.busy) : limit_(busy_share) {}
  /// `elapsed` ns went by, of which the worker slept `slept`.
  void interval(std::int64_t elapsed, std::int64_t slept);
  double longest_run_seconds() const { return longest_; }

 private:
  double limit_;
  double run_ = 0;
  double longest_ = 0;
};

/// Fills in valid and why_invalid from the other figures. `planned`: planned sends; `latency_p50`: from the plan, ns, 0
/// if nothing arrived.
void judge(GeneratorHealth& health, std::uint64_t planned, std::int64_t latency_p50, const HealthRules& rules = {});

/// Adds another worker's figures: histograms and counts; the lists grow.
void merge(GeneratorHealth& health, const GeneratorHealth& other);

}  // namespace squall::metrics
