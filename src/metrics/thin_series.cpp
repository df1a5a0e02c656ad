#include "src/metrics/thin_series.hpp"

#include <algorithm>

namespace squall::metrics {
namespace {

/// `first` stands for the time from `begin` on, `second` for the time from first on.
Sample joined(const Sample& first, const Sample& second, double begin) {
  Sample both = second;
  both.p99_ns = std::max(first.p99_ns, second.p99_ns);
  const double first_time = first.seconds - begin, second_time = second.seconds - first.seconds;
  if (const double time = first_time + second_time; time > 0)
    both.generator_cpu = (first.generator_cpu * first_time + second.generator_cpu * second_time) / time;
  return both;
}

}  // namespace

// Of any two neighbours that are left the time exceeds the step, but for the ends of phases: so they are about
// most / 2 in the worst case.
void thin(std::vector<Sample>& series, std::size_t most) {
  if (series.size() < most) return;
  const double step = 4 * series.back().seconds / static_cast<double>(most);
  std::vector<Sample> kept;
  double begin = 0;  // of the time that the last kept point stands for
  for (const Sample& sample : series) {
    if (!kept.empty() && kept.back().phase == sample.phase && sample.seconds - begin <= step) {
      kept.back() = joined(kept.back(), sample, begin);
      continue;
    }
    begin = kept.empty() ? 0 : kept.back().seconds;
    kept.push_back(sample);
  }
  series = std::move(kept);
}

}  // namespace squall::metrics
