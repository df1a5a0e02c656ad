#include "src/metrics/health.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace squall::metrics {
namespace {

std::string milliseconds(std::int64_t nanoseconds) {
  return fmt::format("{:.1f} ms", static_cast<double>(nanoseconds) / 1e6);
}

std::string too_many_failed(const GeneratorHealth& h, std::uint64_t planned, const HealthRules& rules) {
  const std::uint64_t failed = h.unsent_ours + h.late_over_100ms;
  if (static_cast<double>(failed) <= rules.failed_share * static_cast<double>(planned)) return {};
  return fmt::format(
      "{} of {} planned sends ({:.2f} %) did not happen by the generator's fault or were over {:.0f} ms late", failed,
      planned, 100.0 * static_cast<double>(failed) / static_cast<double>(planned),
      static_cast<double>(rules.late) / 1e6);
}

std::string too_late(const char* what, const Histogram& lateness, std::int64_t latency_p50, const HealthRules& rules) {
  const std::int64_t p99 = lateness.quantile(0.99);
  if (p99 <= rules.lateness_floor) return {};
  if (static_cast<double>(p99) <= rules.lateness_share * static_cast<double>(latency_p50)) return {};
  return fmt::format("the generator's {} were {} late at the 99th percentile, with a median latency of {}", what,
                     milliseconds(p99), latency_p50 == Histogram::never ? "infinity" : milliseconds(latency_p50));
}

std::string too_busy(const GeneratorHealth& h, const HealthRules& rules) {
  const auto busiest = std::ranges::max_element(h.worker_busy_run);
  if (busiest == h.worker_busy_run.end() || *busiest < rules.busy_seconds) return {};
  return fmt::format("worker {} was busy over {:.0f} % for {:.0f} s on end", busiest - h.worker_busy_run.begin() + 1,
                     100 * rules.busy, *busiest);
}

}  // namespace

void BusyMeter::interval(std::int64_t elapsed, std::int64_t slept) {
  if (elapsed <= 0) return;
  const double busy = 1 - static_cast<double>(slept) / static_cast<double>(elapsed);
  run_ = busy > limit_ ? run_ + static_cast<double>(elapsed) / 1e9 : 0;
  longest_ = std::max(longest_, run_);
}

void judge(GeneratorHealth& health, std::uint64_t planned, std::int64_t latency_p50, const HealthRules& rules) {
  health.why_invalid.clear();
  const std::string reasons[] = {
      too_many_failed(health, planned, rules),
      too_late("sends", health.send_lateness, latency_p50, rules),
      too_late("reads", health.read_lateness, latency_p50, rules),
      too_busy(health, rules),
  };
  for (const std::string& reason : reasons) {
    if (reason.empty()) continue;
    if (!health.why_invalid.empty()) health.why_invalid += "; ";
    health.why_invalid += reason;
  }
  health.valid = health.why_invalid.empty();
}

void merge(GeneratorHealth& health, const GeneratorHealth& other) {
  health.send_lateness += other.send_lateness;
  health.read_lateness += other.read_lateness;
  health.unsent_ours += other.unsent_ours;
  health.late_over_100ms += other.late_over_100ms;
  health.worker_cpu.insert(health.worker_cpu.end(), other.worker_cpu.begin(), other.worker_cpu.end());
  health.worker_busy_run.insert(health.worker_busy_run.end(), other.worker_busy_run.begin(),
                                other.worker_busy_run.end());
}

}  // namespace squall::metrics
