#include "src/report/progress.hpp"

#include <fmt/format.h>

#include "src/report/units.hpp"

namespace squall::report {

std::string progress_line(const metrics::Sample& sample, const scenario::Scenario& scenario) {
  const std::string p99 = sample.p99_ns < 0 ? "-" : milliseconds(sample.p99_ns) + " ms";
  std::string line = fmt::format("{:>6.0f} s {:<6} online {}/{}, sent {}, delivered {}, under way {}, p99 {}",
                                 sample.seconds, sample.phase, sample.online, scenario.population.users, sample.sent,
                                 sample.delivered, sample.outstanding, p99);
  if (sample.failed_users > 0) line += fmt::format(", failed {}", sample.failed_users);
  return line;
}

}  // namespace squall::report
