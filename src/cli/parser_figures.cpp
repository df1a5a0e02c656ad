#include "src/cli/parser_figures.hpp"

#include <algorithm>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include "src/report/printable.hpp"

namespace squall::cli {
namespace {

using boost::json::object;
using boost::json::value;

/// The value below which that share of the samples lies; 0 if there are none.
double quantile(std::vector<double> samples, double share) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  const double place = share * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, samples.size() - 1);
  return samples[below] + (place - static_cast<double>(below)) * (samples[above] - samples[below]);
}

std::string text(const object& from, const char* key) {
  return report::printable(std::string_view(from.at(key).as_string()));
}

ParserRow row_of(const object& from) {
  ParserRow row;
  row.parser = text(from, "parser");
  row.checks = text(from, "checks");
  row.builds = text(from, "builds");
  row.feed = text(from, "feed");
  row.is_parser = from.at("is_parser").as_bool();
  row.agrees = from.at("agrees").as_bool();
  row.allocations = from.at("allocations").to_number<double>();
  row.seconds = boost::json::value_to<std::vector<double>>(from.at("seconds"));
  return row;
}

ParserTable table_of(const object& from) {
  ParserTable table;
  table.corpus = text(from, "corpus");
  table.hash = text(from, "hash");
  table.bytes = from.at("bytes").to_number<std::uint64_t>();
  table.stanzas = from.at("stanzas").to_number<std::uint64_t>();
  table.feed = text(from, "feed");
  table.mode = text(from, "mode");
  for (const value& row : from.at("rows").as_array()) table.rows.push_back(row_of(row.as_object()));
  return table;
}

BenchBuild build_of(const object& from) {
  return {text(from, "instruction_set"), text(from, "compiler"), text(from, "flags")};
}

}  // namespace

const ParserRow* ParserTable::row(std::string_view parser) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ParserRow& row) { return row.parser == parser; });
  return found == rows.end() ? nullptr : &*found;
}

double ParserTable::mb_per_s(const ParserRow& row) const {
  const double seconds = quantile(row.seconds, 0.5);
  return seconds > 0 ? static_cast<double>(bytes) / seconds / 1e6 : 0;
}

double ParserTable::ns_per_stanza(const ParserRow& row) const {
  return stanzas > 0 ? quantile(row.seconds, 0.5) * 1e9 / static_cast<double>(stanzas) : 0;
}

std::optional<Spread> times(const ParserRow& row, const ParserRow* reference) {
  if (reference == nullptr) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(row.seconds.size(), reference->seconds.size()); ++i) {
    if (row.seconds[i] > 0) ratios.push_back(reference->seconds[i] / row.seconds[i]);
  }
  if (ratios.empty()) return std::nullopt;
  return Spread{quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75)};
}

void BenchListener::hear(std::string_view line) try {
  const value said = boost::json::parse(line);
  const object& fields = said.as_object();
  if (const value* build = fields.if_contains("build")) build_ = build_of(build->as_object());
  if (fields.contains("rows")) tables_.push_back(table_of(fields));
  if (fields.contains("reading")) {
    reading_ = text(fields, "reading");
    corpus_ = text(fields, "corpus");
  }
} catch (const std::exception&) {  // a plugin may have written into the pipe
  return;
}

}  // namespace squall::cli
