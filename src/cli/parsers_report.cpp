#include "src/cli/parsers_report.hpp"

#include <algorithm>
#include <array>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace squall::cli {
namespace {

using Cells = std::vector<std::string>;

constexpr std::string_view absent = "-";

std::string factor(const std::optional<Spread>& spread) {
  return spread ? fmt::format("{:.2f}", spread->median) : std::string(absent);
}

std::string share(const ParserRow& row, const ParserRow* limit) {
  const auto ratio = times(row, limit);
  return ratio ? fmt::format("{:.0f} %", 100 * ratio->median) : std::string(absent);
}

std::string_view feed_words(std::string_view feed) {
  if (feed == "64k") return "64 KB reads";
  if (feed == "1460") return "1460-byte reads";
  if (feed == "stanza") return "a stanza a call";
  return "all at once";
}

/// Text in columns: the first to the left, the others to the right.
class Grid {
 public:
  explicit Grid(TableStyle style) : style_(style) {}
  void add(Cells cells) { lines_.push_back(std::move(cells)); }
  void set_left(std::size_t columns) { left_ = columns; }

  std::string str() const {
    std::string out;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      out += line(lines_[i]);
      if (i == 0 && style_ == TableStyle::markdown) out += rule();
    }
    return out;
  }

 private:
  std::size_t width(std::size_t column) const {
    std::size_t widest = 0;
    for (const Cells& cells : lines_) widest = std::max(widest, cells[column].size());
    return widest;
  }

  std::string line(const Cells& cells) const {
    const bool markdown = style_ == TableStyle::markdown;
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out += markdown ? "| " : "  ";
      out += i < left_ ? fmt::format("{:<{}}", cells[i], width(i)) : fmt::format("{:>{}}", cells[i], width(i));
      if (markdown) out += ' ';
    }
    if (markdown) return out + "|\n";
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
  }

  std::string rule() const {
    std::string out;
    for (std::size_t i = 0; i < lines_.front().size(); ++i) out += i < left_ ? "|---" : "|--:";
    return out + "|\n";
  }

  TableStyle style_;
  std::size_t left_ = 1;
  std::vector<Cells> lines_;
};

Cells cells_of(const ParserTable& table, const ParserRow& row) {
  Cells cells{row.parser + (row.agrees ? "" : " (DIFFERS)")};
  cells.push_back(fmt::format("{:.0f}", table.mb_per_s(row)));
  cells.push_back(fmt::format("{:.0f}", table.ns_per_stanza(row)));
  cells.push_back(row.is_parser ? fmt::format("{:.2f}", row.allocations) : std::string(absent));
  for (const std::string_view reference : {naive_row, expat_row, rapidxml_row}) {
    cells.push_back(factor(times(row, table.row(reference))));
  }
  cells.push_back(share(row, table.row(memchr_row)));
  return cells;
}

std::string title(const ParserTable& table, TableStyle style) {
  const std::string words =
      fmt::format("{}: {} stanzas of {} bytes, {} mode, {}, {} rounds", table.corpus, table.stanzas,
                  table.stanzas > 0 ? table.bytes / table.stanzas : 0, table.mode, feed_words(table.feed),
                  table.rows.empty() ? 0 : table.rows.front().seconds.size());
  return style == TableStyle::markdown ? "### " + words + "\n\n" : words + '\n';
}

std::string figures(const ParserTable& table, TableStyle style) {
  Grid grid(style);
  grid.add({"parser", "MB/s", "ns/stanza", "allocs/stanza", "x naive", "x expat", "x RapidXML", "of memchr"});
  for (const ParserRow& row : table.rows) grid.add(cells_of(table, row));
  return title(table, style) + grid.str() + '\n';
}

std::string legend(const ParserTable& table, TableStyle style) {
  Grid grid(style);
  grid.set_left(4);
  grid.add({"parser", "is fed", "checks", "builds"});
  for (const ParserRow& row : table.rows) {
    grid.add({row.parser, std::string(feed_words(row.feed)), row.checks, row.builds});
  }
  return grid.str() +
         "\nTimes are of the processor, figures medians, ratios medians of each round's. x naive: the naive DOM parser "
         "on "
         "whole\nstanzas; x expat: with namespaces; of memchr: of the speed at which memchr finds each `<`. DIFFERS: "
         "not "
         "expat's totals\nof stanzas, elements, attributes, bytes and their checksum, or not the same in each round.\n";
}

bool is_plugin(const ParserReport& report, const ParserRow& row) {
  return std::any_of(report.plugins.begin(), report.plugins.end(),
                     [&](const plugin::Examination& found) { return found.name == row.parser; });
}

std::string quotes(const ParserReport& report) {
  const bool of_plugins = std::any_of(report.plugins.begin(), report.plugins.end(),
                                      [](const plugin::Examination& found) { return found.is_sound(); });
  std::string out;
  for (const ParserTable& table : report.tables) {
    for (const ParserRow& row : table.rows) {
      if (of_plugins ? is_plugin(report, row) : row.parser == stream_row) out += quote(report, table, row) + '\n';
    }
  }
  return out;
}

boost::json::object spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"low", spread.low}, {"high", spread.high}};
}

boost::json::object row_json(const ParserTable& table, const ParserRow& row) {
  boost::json::object out{{"parser", row.parser},
                          {"checks", row.checks},
                          {"builds", row.builds},
                          {"feed", row.feed},
                          {"is_parser", row.is_parser},
                          {"agrees", row.agrees},
                          {"mb_per_s", table.mb_per_s(row)},
                          {"ns_per_stanza", table.ns_per_stanza(row)},
                          {"allocations_per_stanza", row.allocations},
                          {"seconds", boost::json::array(row.seconds.begin(), row.seconds.end())}};
  constexpr std::array<std::pair<const char*, std::string_view>, 4> references{{{"times_naive", naive_row},
                                                                                {"times_expat", expat_row},
                                                                                {"times_rapidxml", rapidxml_row},
                                                                                {"share_of_memchr", memchr_row}}};
  for (const auto& [key, reference] : references) {
    if (const auto ratio = times(row, table.row(reference))) out[key] = spread_json(*ratio);
  }
  return out;
}

boost::json::object table_json(const ParserReport& report, const ParserTable& table) {
  boost::json::array rows;
  for (const ParserRow& row : table.rows) {
    rows.push_back(row_json(table, row));
    rows.back().as_object()["quote"] = quote(report, table, row);
  }
  return {{"corpus", table.corpus}, {"fnv1a64", table.hash}, {"bytes", table.bytes}, {"stanzas", table.stanzas},
          {"feed", table.feed},     {"mode", table.mode},    {"rows", rows}};
}

boost::json::object plugin_json(const plugin::Examination& found) {
  boost::json::object out{{"path", found.path},
                          {"name", found.name},
                          {"version", found.version},
                          {"checks", found.checks},
                          {"builds", found.builds},
                          {"needs_whole_stanzas", found.needs_whole_items},
                          {"answers", found.answers},
                          {"wrong", found.wrong},
                          {"other_conditions", found.other_conditions},
                          {"differences", boost::json::array(found.differences.begin(), found.differences.end())}};
  out["failure"] = found.failure ? boost::json::value(*found.failure) : boost::json::value(nullptr);
  return out;
}

}  // namespace

std::string quote(const ParserReport& report, const ParserTable& table, const ParserRow& row) {
  const auto ratio = times(row, table.row(expat_row));
  std::string against =
      ratio ? fmt::format(", {:.2f} times expat (quartiles {:.2f} to {:.2f})", ratio->median, ratio->low, ratio->high)
            : std::string();
  return fmt::format(
      "{} on {} ({}, {} bytes): {:.0f} MB/s{}, median of {} rounds, {} mode, {}; squall {}, {}, {}, {} {}", row.parser,
      table.corpus, table.hash, table.bytes, table.mb_per_s(row), against, row.seconds.size(), table.mode,
      feed_words(row.feed), report.version, report.build.instruction_set, report.processor, report.build.compiler,
      report.build.flags);
}

std::string findings(const plugin::Examination& found) {
  std::string out = fmt::format("plugin {} {} ({}): ", found.name, found.version, found.path);
  if (found.failure) return out + *found.failure + "; it is not measured\n";
  if (found.wrong == 0) {
    out += fmt::format("all {} answers are right", found.answers);
  } else {
    out += fmt::format("{} of {} answers are wrong, over {} inputs", found.wrong, found.answers, found.wrong_inputs);
  }
  if (found.other_conditions > 0) out += fmt::format("; {} errors of another condition", found.other_conditions);
  out += '\n';
  for (const std::string& line : found.differences) out += "    " + line + '\n';
  return out;
}

std::string to_text(const ParserReport& report, TableStyle style) {
  std::string out;
  for (const ParserTable& table : report.tables) out += figures(table, style);
  if (!report.tables.empty()) out += legend(report.tables.front(), style) + '\n';
  for (const plugin::Examination& found : report.plugins) out += findings(found);
  if (!report.plugins.empty()) out += '\n';
  return out + quotes(report);
}

std::string to_json(const ParserReport& report) {
  boost::json::array tables, plugins;
  for (const ParserTable& table : report.tables) tables.push_back(table_json(report, table));
  for (const plugin::Examination& found : report.plugins) plugins.push_back(plugin_json(found));
  const boost::json::object all{{"schema", 1},
                                {"squall", report.version},
                                {"instruction_set", report.build.instruction_set},
                                {"processor", report.processor},
                                {"compiler", report.build.compiler},
                                {"flags", report.build.flags},
                                {"tables", tables},
                                {"plugins", plugins}};
  return boost::json::serialize(all) + '\n';
}

}  // namespace squall::cli
