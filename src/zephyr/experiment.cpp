#include "src/zephyr/experiment.hpp"

#include <utility>

#include <fmt/format.h>

namespace squall::zephyr {
namespace {

class Experiment {
 public:
  Experiment(const GridPlan& plan, const Cores& cores, Listener& listener)
      : plan_(plan), cores_(cores), listener_(listener) {
    result_.stairs = plan.stairs;
    result_.cells = plan.cells;
    result_.repeats = plan.repeats;
    result_.seed = plan.seed;
    result_.cores_apart = cores.are_apart();
  }

  boost::system::result<GridResult, std::string> run() {
    pin(0, cores_.generator);
    for (std::size_t repeat = 0; repeat < plan_.repeats; ++repeat) {
      for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
        if (auto problem = climb_both((i + repeat) % plan_.cells.size(), repeat)) return *problem;
      }
    }
    return std::move(result_);
  }

 private:
  using Problem = std::optional<std::string>;

  /// With instruments and without; which comes first changes.
  Problem climb_both(std::size_t cell, std::size_t repeat) {
    const bool first = (cell + repeat) % 2 == 0;
    if (auto problem = climb_once(cell, repeat, first)) return problem;
    return climb_once(cell, repeat, !first);
  }

  Problem climb_once(std::size_t cell, std::size_t repeat, bool instruments) {
    listener_.begins(fmt::format("repeat {} of {}: {}{}", repeat + 1, plan_.repeats, plan_.cells[cell].name(),
                                 instruments ? "" : ", instruments off"));
    auto subject = Subject::start(plan_.cells[cell], instruments, cores_.server);
    if (!subject) return subject.error();
    result_.climbs.push_back({cell, repeat, instruments, climb_up(*subject, cell, repeat == 0 && instruments)});
    const auto end = subject->stop();
    if (!end.in_order()) result_.climbs.back().climb.end += " the server " + end.words();
    return std::nullopt;
  }

  Climb climb_up(Subject& subject, std::size_t cell, bool is_logged) {
    Crowd crowd({.server = subject.endpoint(), .seed = plan_.seed});
    const Watch watch{[&] { return subject.cpu(); }, [&] { return subject.take_processing_times(); }};
    return climb(crowd, plan_.stairs, watch, [&](const StepFigures& step) {
      if (is_logged) listener_.step(plan_.cells[cell], step);
    });
  }

  const GridPlan& plan_;
  Cores cores_;
  Listener& listener_;
  GridResult result_;
};

}  // namespace

boost::system::result<GridResult, std::string> run_grid(const GridPlan& plan, const Cores& cores, Listener& listener) {
  return Experiment(plan, cores, listener).run();
}

}  // namespace squall::zephyr
