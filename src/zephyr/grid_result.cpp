#include "src/zephyr/grid_result.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace squall::zephyr {
namespace {

const StepFigures* step_at(const Climb& climb, std::size_t clients) {
  const auto found = std::find_if(climb.steps.begin(), climb.steps.end(),
                                  [=](const StepFigures& step) { return step.clients == clients; });
  return found == climb.steps.end() ? nullptr : &*found;
}

/// What one step says that cannot be.
std::string fault_of(const StepFigures& step, bool instruments) {
  if (step.wrong > 0) return fmt::format("{} arrivals were not what was sent", step.wrong);
  if (step.duplicates > 0) return fmt::format("{} messages came twice", step.duplicates);
  if (!instruments || step.answered < step.sent) return {};
  if (step.processed != step.answered) {
    return fmt::format("the server timed {} of {} messages", step.processed, step.answered);
  }
  const double parts = step.wait + step.parse + step.route + step.write;
  if (std::abs(parts - step.first_byte) > 1) return "the parts of the process time are not their sum";
  return {};
}

}  // namespace

std::vector<std::size_t> GridResult::steps() const {
  std::set<std::size_t> all;
  for (const CellClimb& one : climbs) {
    for (const StepFigures& step : one.climb.steps) all.insert(step.clients);
  }
  return {all.begin(), all.end()};
}

std::optional<std::size_t> GridResult::cell(std::string_view parser, std::string_view forwarding) const {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].parser == parser && cells[i].forwarding == forwarding) return i;
  }
  return std::nullopt;
}

const StepFigures* GridResult::counted(std::size_t cell, std::size_t repeat, std::size_t clients) const {
  for (const CellClimb& one : climbs) {
    if (one.cell != cell || one.repeat != repeat || !one.instruments) continue;
    const StepFigures* step = step_at(one.climb, clients);
    if (step != nullptr && step->mark.empty() && step->processed > 0) return step;
  }
  return nullptr;
}

std::optional<Spread> GridResult::figure(std::size_t cell, std::size_t clients, Figure of) const {
  std::vector<double> values;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    if (const StepFigures* step = counted(cell, repeat, clients)) values.push_back(of(*step));
  }
  return spread(values);
}

std::optional<Spread> GridResult::ratio(std::size_t of, std::size_t to, std::size_t clients) const {
  std::vector<double> values;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    const StepFigures* above = counted(of, repeat, clients);
    const StepFigures* below = counted(to, repeat, clients);
    if (above != nullptr && below != nullptr) values.push_back(above->first_byte / below->first_byte);
  }
  return spread(values);
}

std::optional<Spread> GridResult::ratio(std::size_t of, std::size_t to) const {
  std::vector<double> values;
  const auto all = steps();
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> ratios;
    for (const std::size_t clients : all) {
      const StepFigures* above = counted(of, repeat, clients);
      const StepFigures* below = counted(to, repeat, clients);
      if (above != nullptr && below != nullptr) ratios.push_back(above->first_byte / below->first_byte);
    }
    if (const auto mean = geometric_mean(ratios)) values.push_back(*mean);
  }
  return spread(values);
}

std::optional<Spread> GridResult::cost_of_instruments() const {
  struct Sums {
    double cpu[2] = {0, 0};
    double messages[2] = {0, 0};
  };
  std::map<std::size_t, Sums> by_repeat;
  for (const CellClimb& one : climbs) {
    Sums& sums = by_repeat[one.repeat];
    for (const StepFigures& step : one.climb.steps) {
      sums.cpu[one.instruments] += step.server_cpu;
      sums.messages[one.instruments] += static_cast<double>(step.answered);
    }
  }
  std::vector<double> values;
  for (const auto& [repeat, sums] : by_repeat) {
    if (sums.cpu[0] == 0 || sums.messages[0] == 0 || sums.messages[1] == 0) continue;
    values.push_back(sums.cpu[1] / sums.messages[1] / (sums.cpu[0] / sums.messages[0]) - 1);
  }
  return spread(values);
}

std::vector<std::string> GridResult::faults() const {
  std::vector<std::string> found;
  std::map<std::size_t, std::uint64_t> digests;
  for (const CellClimb& one : climbs) {
    for (const StepFigures& step : one.climb.steps) {
      const auto say = [&](std::string_view what) {
        found.push_back(fmt::format("{}, {} clients: {}", cells[one.cell].name(), step.clients, what));
      };
      if (const std::string fault = fault_of(step, one.instruments); !fault.empty()) say(fault);
      if (step.answered < step.sent) continue;
      const auto [known, is_new] = digests.emplace(step.clients, step.digest);
      if (!is_new && known->second != step.digest) say("the bodies are not those of the other cells");
    }
  }
  return found;
}

std::size_t GridResult::measured() const {
  std::size_t count = 0;
  for (const CellClimb& one : climbs) count += one.instruments ? one.climb.steps.size() : 0;
  return count;
}

std::size_t GridResult::marked() const {
  std::size_t count = 0;
  for (const CellClimb& one : climbs) {
    for (const StepFigures& step : one.climb.steps) {
      if (one.instruments && !step.mark.empty()) ++count;
    }
  }
  return count;
}

}  // namespace squall::zephyr
