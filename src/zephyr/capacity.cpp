#include "src/zephyr/capacity.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace squall::zephyr {
namespace {

constexpr std::size_t clients = 200;
constexpr double least_rate = 1000, most_rate = 1e6;
constexpr double close_enough = 0.04;
constexpr std::chrono::milliseconds probe_time{2000};
constexpr std::chrono::milliseconds quick_time{100};
constexpr net::Duration most_p99 = std::chrono::milliseconds{100};
constexpr net::Duration late = std::chrono::milliseconds{20};
constexpr double saturated = 0.95;  // share of a core
constexpr std::chrono::milliseconds patience{3000};

/// One server and its crowd while its capacity is looked for.
class Prober {
 public:
  Prober(Crowd& crowd, std::function<CpuTimes()> cpu, std::chrono::milliseconds time)
      : crowd_(crowd), cpu_(std::move(cpu)), time_(time) {}

  Probe operator()(double rate_hz) const {
    const CpuTimes before = cpu_ ? cpu_() : CpuTimes{};
    const Outcome outcome = crowd_.paced(rate_hz, time_);
    const CpuTimes after = cpu_ ? cpu_() : CpuTimes{};
    const auto taken = static_cast<double>(outcome.round_trip.count());
    Probe probe{.rate_hz = rate_hz};
    probe.p99 = static_cast<double>(outcome.from_plan.quantile(0.99));
    probe.is_borne = outcome.is_complete() && probe.p99 < static_cast<double>(most_p99.count());
    if (taken > 0) probe.server_busy = static_cast<double>((after.running - before.running).count()) / taken;
    const bool is_late = outcome.lateness.quantile(0.99) > late.count();
    probe.is_generators_limit = !probe.is_borne && is_late && probe.server_busy < saturated;
    return probe;
  }

 private:
  Crowd& crowd_;
  std::function<CpuTimes()> cpu_;
  std::chrono::milliseconds time_;
};

class CapacityRun {
 public:
  CapacityRun(const CapacityPlan& plan, const Cores& cores, Listener& listener)
      : plan_(plan), cores_(cores), listener_(listener) {
    for (const Cell& cell : plan.cells) rows_.push_back({cell.name(), {}});
    for (const Beside& server : plan.beside) rows_.push_back({server.name, {}});
  }

  boost::system::result<std::vector<CapacityRow>, std::string> run() {
    for (std::size_t repeat = 0; repeat < plan_.repeats; ++repeat) {
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const std::size_t row = (i + repeat) % rows_.size();
        listener_.begins(fmt::format("capacity, repeat {} of {}: {}", repeat + 1, plan_.repeats, rows_[row].name));
        if (auto problem = measure(row)) return *problem;
      }
    }
    return std::move(rows_);
  }

 private:
  using Problem = std::optional<std::string>;

  Problem measure(std::size_t row) {
    if (row >= plan_.cells.size()) return measure_beside(plan_.beside[row - plan_.cells.size()], row);
    auto subject = Subject::start(plan_.cells[row], false, cores_.server);
    if (!subject) return subject.error();
    Crowd crowd({.server = subject->endpoint(), .seed = plan_.seed, .patience = patience});
    return measure(
        crowd, [&] { return subject->cpu(); }, row);
  }

  Problem measure_beside(const Beside& server, std::size_t row) {
    Crowd crowd({.server = server.endpoint, .domain = server.domain, .seed = plan_.seed});
    return measure(crowd, {}, row);
  }

  Problem measure(Crowd& crowd, std::function<CpuTimes()> cpu, std::size_t row) {
    if (auto problem = crowd.grow(plan_.is_quick ? 10 : clients)) return rows_[row].name + ": " + *problem;
    const Prober prober(crowd, std::move(cpu), plan_.is_quick ? quick_time : probe_time);
    rows_[row].repeats.push_back(search(prober, least_rate, plan_.is_quick ? 4 * least_rate : most_rate));
    return std::nullopt;
  }

  const CapacityPlan& plan_;
  Cores cores_;
  Listener& listener_;
  std::vector<CapacityRow> rows_;
};

}  // namespace

Probing probing(Crowd& crowd, std::function<CpuTimes()> cpu, std::chrono::milliseconds length) {
  return Prober(crowd, std::move(cpu), length);
}

Capacity search(const Probing& probe, double least, double most) {
  Capacity found;
  const auto try_rate = [&](double rate) {
    found.probes.push_back(probe(rate));
    if (!found.probes.back().is_borne) {
      found.is_lower_bound = found.probes.back().is_generators_limit;
      return false;
    }
    found.rate_hz = rate;
    return true;
  };
  double above = least;
  while (above <= most && try_rate(above)) above *= 2;
  if (found.rate_hz == 0) return found;
  if (above > most) {
    found.is_lower_bound = true;
    return found;
  }
  while (above - found.rate_hz > close_enough * found.rate_hz) {
    const double between = (above + found.rate_hz) / 2;
    if (!try_rate(between)) above = between;
  }
  return found;
}

boost::system::result<std::vector<CapacityRow>, std::string> run_capacity(const CapacityPlan& plan, const Cores& cores,
                                                                          Listener& listener) {
  pin(0, cores.generator);
  return CapacityRun(plan, cores, listener).run();
}

}  // namespace squall::zephyr
