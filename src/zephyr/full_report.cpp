#include "src/zephyr/full_report.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "src/zephyr/columns.hpp"

namespace squall::zephyr {
namespace {

using Rows = std::vector<std::vector<std::string>>;

double parse_of(const GapFigures& figures) {
  return figures.parse;
}
double process_of(const GapFigures& figures) {
  return figures.last_byte;
}

std::optional<std::size_t> find(const std::vector<Cell>& cells, std::string_view parser, std::string_view forwarding) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
    return cell.parser == parser && cell.forwarding == forwarding;
  });
  if (found == cells.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cells.begin());
}

std::string us(const std::optional<Spread>& spread) {
  return spread ? three_digits(spread->median / 1e3) : "-";
}

Rows head(const std::vector<Cell>& cells, const char* first) {
  std::vector<std::string> above{"", ""}, below{first, ""};
  for (const Cell& cell : cells) {
    above.push_back(cell.parser);
    below.push_back(cell.forwarding);
  }
  above.push_back("dom rebuild /");
  below.push_back("stream splice");
  return {above, below};
}

struct Columns {
  const std::vector<Cell>& cells;
  std::optional<std::size_t> slow = find(cells, slow_parser, "rebuild");
  std::optional<std::size_t> fast = find(cells, fast_parser, "splice");
};

std::vector<std::string> alone_row(const ContentGap& gap, const Columns& columns) {
  std::vector<std::string> row{std::string(in_words(gap.content)), "alone"};
  for (const Spread& cost : gap.alone) row.push_back(us(cost));
  if (columns.slow && columns.fast && gap.alone[*columns.fast].median > 0) {
    row.push_back(three_digits(gap.alone[*columns.slow].median / gap.alone[*columns.fast].median));
  }
  return row;
}

std::vector<std::string> row_of(const ContentGap& gap, Situation situation, const Columns& columns,
                                ContentGap::Figure figure, bool is_first) {
  std::vector<std::string> row{is_first ? std::string(in_words(gap.content)) : "", std::string(in_words(situation))};
  for (std::size_t cell = 0; cell < columns.cells.size(); ++cell)
    row.push_back(us(gap.figure(situation, cell, figure)));
  if (columns.slow && columns.fast) row.push_back(in_words(gap.ratio(situation, *columns.slow, *columns.fast, figure)));
  return row;
}

std::string parse_table(const std::vector<ContentGap>& gaps, const Columns& columns) {
  Rows rows = head(columns.cells, "parsing, us a message");
  for (const ContentGap& gap : gaps) {
    rows.push_back(alone_row(gap, columns));
    for (const Situation situation : situations) rows.push_back(row_of(gap, situation, columns, parse_of, false));
  }
  return zephyr::columns(rows, 2);
}

std::string process_table(const std::vector<ContentGap>& gaps, const Columns& columns) {
  Rows rows = head(columns.cells, "process time, us a message");
  for (const ContentGap& gap : gaps) {
    for (const Situation situation : situations) {
      rows.push_back(row_of(gap, situation, columns, process_of, situation == Situation::light));
    }
  }
  return zephyr::columns(rows, 2);
}

std::string rates(const std::vector<ContentGap>& gaps) {
  std::string out = "  near saturation is";
  for (const ContentGap& gap : gaps) {
    out += fmt::format("{} {:.0f}/s of {}", &gap == &gaps.front() ? "" : ",", gap.rate_hz, to_string(gap.content));
  }
  return out + ", the same in every cell\n";
}

std::string marks(const std::vector<ContentGap>& gaps) {
  std::map<std::string, std::size_t> reasons;
  std::size_t all = 0;
  for (const ContentGap& gap : gaps) {
    for (const auto& cells : gap.figures) {
      for (const auto& repeats : cells) {
        for (const GapFigures& one : repeats) {
          ++all;
          if (!one.mark.empty()) ++reasons[one.mark];
        }
      }
    }
  }
  std::string out;
  for (const auto& [reason, count] : reasons)
    out += fmt::format("  {} of {} loads not counted because {}\n", count, all, reason);
  return out;
}

std::optional<Spread> rates_of(const CapacityRow& row) {
  std::vector<double> rates;
  for (const Capacity& one : row.repeats) rates.push_back(one.rate_hz);
  return spread(std::move(rates));
}

bool is_bound(const CapacityRow& row) {
  return std::any_of(row.repeats.begin(), row.repeats.end(), [](const Capacity& one) { return one.is_lower_bound; });
}

std::string capacity_words(const CapacityRow& row, const Spread& spread) {
  return fmt::format("{}{:.0f} ({:.0f} to {:.0f})", is_bound(row) ? "at least " : "", spread.median, spread.low,
                     spread.high);
}

/// Nothing where one of the two is known to be more than what was found.
std::optional<Spread> ratio_of(const CapacityRow& of, const CapacityRow& to) {
  if (is_bound(of) || is_bound(to)) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(of.repeats.size(), to.repeats.size()); ++i) {
    if (of.repeats[i].rate_hz > 0 && to.repeats[i].rate_hz > 0)
      ratios.push_back(of.repeats[i].rate_hz / to.repeats[i].rate_hz);
  }
  return spread(std::move(ratios));
}

}  // namespace

std::string to_text(const std::vector<ContentGap>& gaps, const std::vector<Cell>& cells) {
  const Columns columns{cells};
  return "Where the gap comes from: medians of the repeats, ratio with least to greatest\n" +
         parse_table(gaps, columns) + '\n' + process_table(gaps, columns) +
         "  process time: here from a message's last byte to the kernel's taking it for its receiver\n" + rates(gaps) +
         marks(gaps);
}

std::string to_text(const std::vector<CapacityRow>& rows) {
  Rows out{{"most messages/s, nothing lost, p99 under 100 ms", "median (least to greatest)", "times the first row"}};
  for (const CapacityRow& row : rows) {
    const auto rates = rates_of(row);
    out.push_back({row.name, rates ? capacity_words(row, *rates) : "-", in_words(ratio_of(row, rows.front()))});
  }
  return "Capacity\n" + columns(out) + "  at least: the generator could do no more, so the server may bear more\n";
}

}  // namespace squall::zephyr
