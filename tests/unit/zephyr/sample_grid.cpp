#include "tests/unit/zephyr/sample_grid.hpp"

namespace squall::zephyr::test {
namespace {

double factor_of(const Cell& cell) {
  const double parser = cell.parser == "dom" ? 3 : cell.parser == "expat" ? 2 : 1;
  return parser * (cell.forwarding == "rebuild" ? 1.5 : 1);
}

Climb climb_of(const Cell& cell, std::size_t repeat) {
  const double us = factor_of(cell) * (1 + static_cast<double>(repeat) / 10);
  Climb climb;
  climb.steps = {step_of(100, us), step_of(1000, 10 * us)};
  return climb;
}

}  // namespace

StepFigures step_of(std::size_t clients, double us) {
  StepFigures step;
  step.clients = clients;
  step.sent = step.answered = step.processed = clients;
  step.digest = clients;
  step.first_byte = step.last_byte = us * 1000;
  step.parse = step.first_byte / 10;
  step.route = step.first_byte / 10;
  step.write = step.first_byte / 10;
  step.wait = step.first_byte - step.parse - step.route - step.write;
  step.latency = 2 * step.first_byte;
  step.server_cpu = static_cast<double>(clients) * step.first_byte;
  return step;
}

GridResult sample_grid(std::size_t repeats) {
  GridResult result;
  result.cells = grid({});
  result.repeats = repeats;
  result.cores_apart = true;
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
      result.climbs.push_back({cell, repeat, true, climb_of(result.cells[cell], repeat)});
    }
  }
  return result;
}

}  // namespace squall::zephyr::test
