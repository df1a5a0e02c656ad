#include "src/zephyr/gap.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "src/zephyr/capacity.hpp"

namespace squall::zephyr {
namespace {

constexpr double share_of_capacity = 0.9;
constexpr std::size_t cost_rounds = 11;
constexpr double least_rate = 100, most_rate = 1e6;

/// How much of everything there is of one content.
struct Amounts {
  std::size_t clients, one_by_one;
  std::chrono::milliseconds paced;
};

Amounts amounts_of(Content content, bool is_quick) {
  if (is_quick) return {10, 10, std::chrono::milliseconds{50}};
  switch (content) {
    case Content::chat:
      return {1000, 1000, std::chrono::milliseconds{1000}};
    case Content::text:
      return {500, 1000, std::chrono::milliseconds{1000}};
    case Content::roster:
    case Content::vcard:
      break;
  }
  return {50, 100, std::chrono::milliseconds{1000}};
}

class ContentRun {
 public:
  ContentRun(const GapPlan& plan, Content content, const Cores& cores, Listener& listener)
      : plan_(plan), cores_(cores), listener_(listener), amounts_(amounts_of(content, plan.is_quick)) {
    gap_.content = content;
    for (auto& cells : gap_.figures) cells.resize(plan.cells.size());
  }

  boost::system::result<ContentGap, std::string> run() {
    listener_.begins(fmt::format("{}: parsing alone", in_words(gap_.content)));
    gap_.alone = parse_costs(plan_.readers, gap_.content, plan_.is_quick ? 2 : cost_rounds, plan_.seed);
    if (auto problem = choose_rate()) return *problem;
    for (std::size_t repeat = 0; repeat < plan_.repeats; ++repeat) {
      for (std::size_t i = 0; i < plan_.cells.size(); ++i) {
        if (auto problem = run_cell((i + repeat) % plan_.cells.size(), repeat)) return *problem;
      }
    }
    return std::move(gap_);
  }

 private:
  using Problem = std::optional<std::string>;

  /// Nine tenths of what the slowest cell bears, which is looked for with probes of half a second.
  Problem choose_rate() {
    std::size_t slowest = 0;
    double most = 0;
    for (std::size_t cell = 0; cell < plan_.cells.size(); ++cell) {
      const auto cost = cost_of(cell);
      if (!cost) return cost.error();
      if (*cost > most) slowest = cell;
      most = std::max(most, *cost);
    }
    auto subject = Subject::start(plan_.cells[slowest], false, cores_.server);
    if (!subject) return subject.error();
    Crowd crowd(crowd_options(*subject));
    if (auto problem = crowd.grow(amounts_.clients)) return problem;
    const auto length = plan_.is_quick ? amounts_.paced : std::chrono::milliseconds{500};
    const auto found = search(probing(
                                  crowd, [&] { return subject->cpu(); }, length),
                              least_rate, plan_.is_quick ? 2 * least_rate : most_rate);
    gap_.rate_hz = std::max(least_rate / 2, share_of_capacity * found.rate_hz);
    return std::nullopt;
  }

  /// Processor time that a message takes the server, ns: of a burst, or where messages come in segments one by one, for
  /// a burst lets the kernel join them.
  boost::system::result<double, std::string> cost_of(std::size_t cell) {
    listener_.begins(fmt::format("{}: {}, how much it bears", in_words(gap_.content), plan_.cells[cell].name()));
    auto subject = Subject::start(plan_.cells[cell], true, cores_.server);
    if (!subject) return subject.error();
    Crowd crowd(crowd_options(*subject));
    if (auto problem = crowd.grow(amounts_.clients)) return *problem;
    crowd.burst();  // memory has grown after it
    const CpuTimes before = subject->cpu();
    const bool in_segments = segment_bytes(gap_.content) > 0;
    const Outcome outcome = in_segments ? crowd.one_by_one(amounts_.clients) : crowd.burst();
    if (outcome.answered == 0) return "no message was answered by " + plan_.cells[cell].name();
    return static_cast<double>((subject->cpu().running - before.running).count()) /
           static_cast<double>(outcome.answered);
  }

  CrowdOptions crowd_options(const Subject& subject) const {
    return {.server = subject.endpoint(), .content = gap_.content, .seed = plan_.seed};
  }

  Problem run_cell(std::size_t cell, std::size_t repeat) {
    listener_.begins(fmt::format("{}, repeat {} of {}: {}", in_words(gap_.content), repeat + 1, plan_.repeats,
                                 plan_.cells[cell].name()));
    auto subject = Subject::start(plan_.cells[cell], true, cores_.server);
    if (!subject) return subject.error();
    Crowd crowd(crowd_options(*subject));
    if (auto problem = crowd.grow(amounts_.clients)) return problem;
    crowd.burst();  // memory has grown after it
    for (const Situation situation : situations) {
      subject->take_processing_times();
      const CpuTimes before = subject->cpu();
      const Outcome outcome = load(crowd, situation);
      keep(situation, cell, outcome, subject->take_processing_times(), before, subject->cpu());
    }
    return std::nullopt;
  }

  Outcome load(Crowd& crowd, Situation situation) const {
    if (situation == Situation::light) return crowd.one_by_one(amounts_.one_by_one);
    if (situation == Situation::saturated) return crowd.paced(gap_.rate_hz, amounts_.paced);
    return crowd.burst();
  }

  void keep(Situation situation, std::size_t cell, const Outcome& outcome, const server::ProcessingReport& report,
            const CpuTimes& before, const CpuTimes& after) {
    GapFigures figures;
    const double messages = std::max(1.0, static_cast<double>(report.stanzas()));
    figures.parse = report.parse.mean();
    figures.first_byte = report.from_first_byte.mean();
    figures.last_byte = report.from_last_byte.mean();
    figures.reads = static_cast<double>(report.reads) / messages;
    figures.server_cpu = static_cast<double>((after.running - before.running).count()) / messages;
    figures.digest = outcome.digest;
    figures.mark = fault_of(situation, outcome, report, after.waiting - before.waiting);
    gap_.figures[static_cast<std::size_t>(situation)][cell].push_back(figures);
  }

  /// Why a load says nothing about the server.
  static std::string fault_of(Situation situation, const Outcome& outcome, const server::ProcessingReport& report,
                              net::Duration waited) {
    constexpr double share = 0.15;
    constexpr net::Duration late = std::chrono::milliseconds{5};
    if (!outcome.is_complete()) return "not every message was answered";
    if (report.stanzas() != outcome.answered) return "the server did not time every message";
    if (static_cast<double>(waited.count()) > share * static_cast<double>(outcome.round_trip.count())) {
      return "the server was kept off its core";
    }
    if (situation == Situation::saturated && outcome.lateness.quantile(0.99) > late.count()) {
      return "the generator was the bottleneck: its sends were late";
    }
    return {};
  }

  const GapPlan& plan_;
  Cores cores_;
  Listener& listener_;
  Amounts amounts_;
  ContentGap gap_;
};

}  // namespace

std::string_view in_words(Situation situation) {
  switch (situation) {
    case Situation::light:
      return "light load";
    case Situation::burst:
      return "burst";
    case Situation::saturated:
      return "near saturation";
  }
  return {};
}

std::optional<Spread> ContentGap::figure(Situation situation, std::size_t cell, Figure of) const {
  std::vector<double> values;
  for (const GapFigures& one : figures[static_cast<std::size_t>(situation)][cell]) {
    if (one.mark.empty()) values.push_back(of(one));
  }
  return spread(values);
}

std::optional<Spread> ContentGap::ratio(Situation situation, std::size_t of, std::size_t to, Figure what) const {
  const auto& cells = figures[static_cast<std::size_t>(situation)];
  std::vector<double> values;
  for (std::size_t repeat = 0; repeat < std::min(cells[of].size(), cells[to].size()); ++repeat) {
    const GapFigures& above = cells[of][repeat];
    const GapFigures& below = cells[to][repeat];
    if (above.mark.empty() && below.mark.empty() && what(below) > 0) values.push_back(what(above) / what(below));
  }
  return spread(values);
}

boost::system::result<std::vector<ContentGap>, std::string> run_gap(const GapPlan& plan, const Cores& cores,
                                                                    Listener& listener) {
  pin(0, cores.generator);
  std::vector<ContentGap> all;
  for (const Content content : contents()) {
    auto gap = ContentRun(plan, content, cores, listener).run();
    if (!gap) return gap.error();
    all.push_back(std::move(*gap));
  }
  return all;
}

}  // namespace squall::zephyr
