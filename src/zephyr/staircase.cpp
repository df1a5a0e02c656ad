#include "src/zephyr/staircase.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace squall::zephyr {
namespace {

double nanoseconds(net::Duration duration) {
  return static_cast<double>(duration.count());
}

void take(StepFigures& figures, const Outcome& outcome) {
  figures.sent = outcome.sent;
  figures.answered = outcome.answered;
  figures.wrong = outcome.wrong;
  figures.duplicates = outcome.duplicates;
  figures.digest = outcome.digest;
  figures.latency = outcome.latency.mean();
  figures.latency_p99 = static_cast<double>(outcome.latency.quantile(0.99));
  figures.round_trip = nanoseconds(outcome.round_trip);
  figures.sending = nanoseconds(outcome.sending);
  figures.sending_cpu = nanoseconds(outcome.sending_cpu);
}

void take(StepFigures& figures, const server::ProcessingReport& report) {
  figures.processed = report.stanzas();
  figures.first_byte = report.from_first_byte.mean();
  figures.last_byte = report.from_last_byte.mean();
  figures.wait = report.wait.mean();
  figures.parse = report.parse.mean();
  figures.route = report.route.mean();
  figures.write = report.write.mean();
  figures.first_byte_p99 = static_cast<double>(report.from_first_byte.values.quantile(0.99));
  figures.unstamped = report.unstamped;
  if (report.stanzas() > 0) figures.reads = static_cast<double>(report.reads) / static_cast<double>(report.stanzas());
}

StepFigures take_step(Crowd& crowd, const Watch& watch) {
  StepFigures figures;
  figures.clients = crowd.online();
  if (watch.times) watch.times();  // of the logins
  const CpuTimes before = watch.cpu ? watch.cpu() : CpuTimes{};
  take(figures, crowd.burst());
  const CpuTimes after = watch.cpu ? watch.cpu() : CpuTimes{};
  figures.server_cpu = nanoseconds(after.running - before.running);
  figures.server_waiting = nanoseconds(after.waiting - before.waiting);
  if (watch.times) take(figures, watch.times());
  figures.mark = find_fault(figures);
  return figures;
}

std::string what_is_missing(const StepFigures& step) {
  return fmt::format("{} of {} messages were not answered in time, {} arrivals were wrong, {} came twice",
                     step.sent - step.answered, step.sent, step.wrong, step.duplicates);
}

bool is_complete(const StepFigures& step) {
  return step.answered == step.sent && step.wrong == 0 && step.duplicates == 0;
}

}  // namespace

std::string find_fault(const StepFigures& step) {
  constexpr double floor = 1e6;   // ns; what is shorter a single interrupt can spoil
  constexpr double share = 0.15;  // of the time that may be lost to others
  const double kept_off = step.sending - step.sending_cpu;
  if (kept_off > std::max(floor, share * step.sending)) return "the generator was kept off its core";
  if (step.server_waiting > std::max(floor, share * step.round_trip)) return "the server was kept off its core";
  const bool is_watched = step.server_cpu > 0;
  if (is_watched && step.round_trip > 4 * floor && step.server_cpu < step.round_trip / 2) {
    return "the generator was the bottleneck: the server was idle for more than half of the time";
  }
  return {};
}

Climb climb(Crowd& crowd, const Stairs& stairs, const Watch& watch, const OnStep& on_step) {
  Climb climb;
  while (crowd.online() + stairs.step <= stairs.most) {
    if (const auto problem = crowd.grow(stairs.step)) {
      climb.end = *problem;
      break;
    }
    climb.steps.push_back(take_step(crowd, watch));
    if (on_step) on_step(climb.steps.back());
    if (!is_complete(climb.steps.back())) {
      climb.end = what_is_missing(climb.steps.back());
      break;
    }
  }
  return climb;
}

}  // namespace squall::zephyr
