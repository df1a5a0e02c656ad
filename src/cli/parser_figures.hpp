#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/plugin/examination.hpp"

namespace squall::cli {

// What squall-bench measured, as it says it (bench/parsers/json_lines.hpp), and what follows from that.

/// One parser's figures on one corpus.
struct ParserRow {
  std::string parser;
  std::string checks;
  std::string builds;
  std::string feed;  ///< whole, 64k, 1460 or stanza
  bool is_parser = true;
  bool agrees = true;           ///< with expat's totals, in every round
  double allocations = 0;       ///< a stanza
  std::vector<double> seconds;  ///< of processor time, a round each
};

/// A median and the quartiles around it.
struct Spread {
  double median = 0, low = 0, high = 0;
};

/// One corpus in one feed and one mode.
struct ParserTable {
  std::string corpus;
  std::string hash;
  std::uint64_t bytes = 0;
  std::uint64_t stanzas = 0;
  std::string feed;
  std::string mode;
  std::vector<ParserRow> rows;

  const ParserRow* row(std::string_view parser) const;
  double mb_per_s(const ParserRow& row) const;  ///< MB are 10^6 bytes
  double ns_per_stanza(const ParserRow& row) const;
};

/// How many times as fast as `reference` a parser was, round by round; nothing without a reference.
std::optional<Spread> times(const ParserRow& row, const ParserRow* reference);

struct BenchBuild {
  std::string instruction_set;
  std::string compiler;
  std::string flags;
};

/// All that `squall parsers` found.
struct ParserReport {
  std::string version;
  std::string processor;
  BenchBuild build;
  std::vector<ParserTable> tables;
  std::vector<plugin::Examination> plugins;
};

// Names of rows that others are held against.
inline constexpr std::string_view expat_row = "expat, namespaces";
inline constexpr std::string_view stream_row = "squall stream";
inline constexpr std::string_view naive_row = "naive dom, stanzas";
inline constexpr std::string_view rapidxml_row = "RapidXML in situ";
inline constexpr std::string_view memchr_row = "memchr walk";

/// Takes squall-bench's lines. Lines it cannot read are left out.
class BenchListener {
 public:
  void hear(std::string_view line);
  /// The parser that was at work last.
  const std::string& reading() const { return reading_; }
  const std::string& corpus() const { return corpus_; }
  const BenchBuild& build() const { return build_; }
  std::vector<ParserTable>& tables() { return tables_; }

 private:
  std::string reading_;
  std::string corpus_;
  BenchBuild build_;
  std::vector<ParserTable> tables_;
};

}  // namespace squall::cli
