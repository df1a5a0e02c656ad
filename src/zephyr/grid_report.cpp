#include "src/zephyr/grid_report.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "src/zephyr/columns.hpp"
#include "src/zephyr/history.hpp"

namespace squall::zephyr {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string ms_or_dash(const std::optional<Spread>& spread) {
  return spread ? in_ms(spread->median) : "-";
}

std::string percent_or_dash(const std::optional<Spread>& spread) {
  return spread ? fmt::format("{:.0f} %", 100 * spread->median) : "-";
}

/// The slowest cell and the fastest, which 2005's two servers are set beside.
struct Ends {
  std::size_t slow, fast;
};

std::optional<Ends> ends_of(const GridResult& result) {
  const auto slow = result.cell(slow_parser, "rebuild"), fast = result.cell(fast_parser, "splice");
  if (!slow || !fast) return std::nullopt;
  return Ends{*slow, *fast};
}

/// 1,000 clients, of which the vendor made an example; the last step if there is none of these.
std::size_t telling_step(const GridResult& result) {
  constexpr std::size_t example = 1000;
  const auto steps = result.steps();
  return std::find(steps.begin(), steps.end(), example) != steps.end() ? example : steps.back();
}

// --- the one table

Rows table_head(const GridResult& result) {
  std::vector<std::string> above{""}, below{"clients"};
  for (const Cell& cell : result.cells) {
    above.push_back(cell.parser);
    below.push_back(cell.forwarding);
  }
  above.insert(above.end(), {"dom rebuild /", "in round trip", "2005", "2005", "2005"});
  below.insert(below.end(), {"stream splice", "slow   fast", "without", "with", "tick"});
  return {above, below};
}

std::string share_of(const GridResult& result, std::size_t cell, std::size_t clients) {
  return percent_or_dash(result.figure(cell, clients, server_share));
}

std::vector<std::string> cells_of_2005(std::size_t clients) {
  const HistoricalStep* then = step_of_2005(clients);
  if (then == nullptr) return {"", "", ""};
  const std::string without = then->without_ms > 0 ? three_digits(then->without_ms) : "-";
  return {without, three_digits(then->with_ms), fmt::format("{:.3f}", resolution_of_2005_ms(clients))};
}

std::vector<std::string> table_row(const GridResult& result, const std::optional<Ends>& ends, std::size_t clients) {
  std::vector<std::string> row{std::to_string(clients)};
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
    row.push_back(ms_or_dash(result.figure(cell, clients, process_time)));
  }
  row.push_back(ends ? in_words(result.ratio(ends->slow, ends->fast, clients)) : "-");
  row.push_back(
      ends ? fmt::format("{:>5}  {:>5}", share_of(result, ends->slow, clients), share_of(result, ends->fast, clients))
           : "-");
  for (std::string& then : cells_of_2005(clients)) row.push_back(std::move(then));
  return row;
}

std::string main_table(const GridResult& result) {
  Rows rows = table_head(result);
  for (const std::size_t clients : result.steps()) rows.push_back(table_row(result, ends_of(result), clients));
  return "Average process time, ms: median of the repeats\n" + columns(rows) +
         "  process time: from the kernel's receive stamp of a message's first byte to the kernel's taking it for its\n"
         "  receiver, waiting included; ratio: median (least to greatest) of the repeats; in round trip: the share of\n"
         "  a message's way from its send to its arrival that is process time, in dom rebuild and in stream splice "
         "(on\n"
         "  loopback it may pass 100 %, for the receiver's stamp is made within the server's system call);\n"
         "  2005: the vendor's figures, and what one tick of its clock makes of the average\n";
}

// --- effects

std::vector<std::string> effect_row(const GridResult& result, std::string what, std::size_t of, std::size_t to) {
  std::vector<std::string> row{std::move(what), result.cells[of].name() + " / " + result.cells[to].name()};
  const auto steps = result.steps();
  for (const std::size_t clients : {steps.front(), steps[steps.size() / 2], steps.back()}) {
    const auto ratio = result.ratio(of, to, clients);
    row.push_back(ratio ? three_digits(ratio->median) : "-");
  }
  row.push_back(in_words(result.ratio(of, to)));
  return row;
}

void add_parser_effects(const GridResult& result, Rows& rows) {
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const auto fast = result.cell(fast_parser, result.cells[i].forwarding);
    if (fast && *fast != i) rows.push_back(effect_row(result, "parser", i, *fast));
  }
}

void add_architecture_effects(const GridResult& result, Rows& rows) {
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const auto splice = result.cell(result.cells[i].parser, "splice");
    if (splice && *splice != i) rows.push_back(effect_row(result, "architecture", i, *splice));
  }
}

std::string effects(const GridResult& result) {
  const auto steps = result.steps();
  Rows rows{{"effect", "ratio of process times", fmt::format("{} clients", steps.front()),
             fmt::format("{}", steps[steps.size() / 2]), fmt::format("{}", steps.back()), "all steps"}};
  add_parser_effects(result, rows);
  add_architecture_effects(result, rows);
  if (const auto ends = ends_of(result)) rows.push_back(effect_row(result, "both", ends->slow, ends->fast));
  return "Parser and architecture apart: medians of the repeats, over all steps with least and greatest\n" +
         columns(rows, 2);
}

// --- where the time goes

std::string parts_at(const GridResult& result, std::size_t clients) {
  Rows rows{{"us a message", "wait", "parse", "route", "write", "process time", "server's CPU", "round trip"}};
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
    const auto us = [&](GridResult::Figure figure) {
      const auto spread = result.figure(cell, clients, figure);
      return spread ? three_digits(spread->median / 1e3) : std::string("-");
    };
    rows.push_back({result.cells[cell].name(), us([](const StepFigures& s) { return s.wait; }),
                    us([](const StepFigures& s) { return s.parse; }), us([](const StepFigures& s) { return s.route; }),
                    us([](const StepFigures& s) { return s.write; }), us(process_time),
                    us([](const StepFigures& s) { return s.cpu_a_message(); }),
                    us([](const StepFigures& s) { return s.latency; })});
  }
  return fmt::format("Where it goes at {} clients\n", clients) + columns(rows);
}

std::string parts(const GridResult& result) {
  return parts_at(result, telling_step(result));
}

// --- what is to be known of it

std::string marks(const GridResult& result) {
  std::map<std::string, std::size_t> reasons;
  for (const CellClimb& one : result.climbs) {
    for (const StepFigures& step : one.climb.steps) {
      if (one.instruments && !step.mark.empty()) ++reasons[step.mark];
    }
  }
  std::string out = fmt::format("{} of {} steps are marked and not counted\n", result.marked(), result.measured());
  for (const auto& [reason, count] : reasons) out += fmt::format("  {} because {}\n", count, reason);
  return out;
}

std::string endings(const GridResult& result) {
  std::string out;
  for (const CellClimb& one : result.climbs) {
    if (one.climb.end.empty()) continue;
    const std::size_t reached = one.climb.steps.empty() ? 0 : one.climb.steps.back().clients;
    out += fmt::format("  {}, repeat {}: ended at {} clients: {}\n", result.cells[one.cell].name(), one.repeat + 1,
                       reached, one.climb.end);
  }
  if (out.empty() && result.steps().empty()) return "Nothing was measured\n";
  if (out.empty()) return fmt::format("Every climb reached {} clients\n", result.steps().back());
  return "Climbs that ended early\n" + out;
}

std::string audit(const GridResult& result) {
  std::uint64_t answered = 0, unstamped = 0;
  for (const CellClimb& one : result.climbs) {
    for (const StepFigures& step : one.climb.steps) {
      answered += step.answered;
      unstamped += step.unstamped;
    }
  }
  const auto faults = result.faults();
  if (faults.empty()) {
    return fmt::format(
        "Audit: all {} answered messages arrived whole, the same bodies in every cell; "
        "{} were not stamped by the kernel\n",
        answered, unstamped);
  }
  std::string out = fmt::format("AUDIT: {} faults\n", faults.size());
  for (const std::string& fault : faults) out += "  " + fault + '\n';
  return out;
}

std::string instruments(const GridResult& result) {
  const auto cost = result.cost_of_instruments();
  if (!cost) return "The instruments' own cost is not known\n";
  return fmt::format(
      "Instruments: {:+.1f} % ({:+.1f} to {:+.1f}) of the server's CPU a message, against runs without them\n",
      100 * cost->median, 100 * cost->low, 100 * cost->high);
}

std::string cores(const GridResult& result) {
  if (result.cores_apart) return "Server and generator each had a core of its own\n";
  return "Server and generator shared ONE CORE: every figure holds the generator's work as well\n";
}

/// Which part of the ratio of 2005 that explains, in numbers of this run.
std::string verdict(const GridResult& result) {
  const auto ends = ends_of(result);
  if (!ends) return {};
  const std::size_t at = telling_step(result);
  const auto here = result.ratio(ends->slow, ends->fast, at);
  const auto slow = result.figure(ends->slow, at, [](const StepFigures& s) { return s.parse; });
  const auto fast = result.figure(ends->fast, at, [](const StepFigures& s) { return s.parse; });
  if (!here || !slow || !fast) return {};
  return fmt::format(
      "2005 printed 1,172 ms against 0.063 ms at 1,000 clients: a ratio of 18,600. Here, at {} clients, parser and\n"
      "architecture together make {}. Parsing took {} us a message against {} us, {} times\n"
      "as much. The rest of 2005's ratio is no parse cost: its 1,000 times 1,172 ms are 1,172 s of waiting within a\n"
      "step of 131 s, and its 0.063 ms are four ticks of a clock of 15.625 ms over 1,000 messages.\n",
      at, in_words(here), three_digits(slow->median / 1e3), three_digits(fast->median / 1e3),
      three_digits(slow->median / fast->median));
}

}  // namespace

std::string log_heading(const Cell& cell) {
  return fmt::format("{}\n  {:>18}  {:>25}  {:>25}\n", cell.name(), "Messages Processed", "Average Process Time (ms)",
                     "Total Connected to Server");
}

std::string log_line(const StepFigures& step) {
  return fmt::format("  {:>18}  {:>25}  {:>25}{}{}\n", step.processed, in_ms(step.first_byte), step.clients,
                     step.mark.empty() ? "" : "  not counted: ", step.mark);
}

std::string to_text(const GridResult& result) {
  if (result.steps().empty()) return endings(result);
  return main_table(result) + '\n' + effects(result) + '\n' + parts(result) + '\n' + cores(result) + marks(result) +
         endings(result) + audit(result) + instruments(result) + '\n' + verdict(result);
}

}  // namespace squall::zephyr
