#include "src/report/progress.hpp"

#include <fmt/format.h>

namespace squall::report {

std::string progress_line(const metrics::Sample& sample) {
  std::string line = fmt::format("{:>5.0f} s {:<6} online {}, sent {}, got {}, open {}", sample.seconds, sample.phase,
                                 sample.online, sample.sent, sample.delivered, sample.outstanding);
  if (sample.p99_ns >= 0) line += fmt::format(", p99 {:.2f} ms", static_cast<double>(sample.p99_ns) / 1e6);
  if (sample.failed_users > 0) line += fmt::format(", failed {}", sample.failed_users);
  return line;
}

}  // namespace squall::report
