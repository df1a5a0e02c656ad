#include "src/cli/parsers_command.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "parsers/corpus/recorded.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/input_file.hpp"
#include "src/cli/parsers_report.hpp"
#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"
#include "src/cli/version.hpp"
#include "src/plugin/child.hpp"
#include "src/plugin/examination.hpp"
#include "src/report/machine.hpp"
#include "src/report/printable.hpp"

namespace squall::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* help_end =
    "All parsers read the same corpus in turn, round by round, in one process of their own (squall-bench). A plugin is "
    "a\n"
    "shared library with the one function of squall_parser.h; docs/plugins.md leads from nothing to a table. First it\n"
    "must answer cases and traffic; one that crashes, hangs or breaks its contract is named and not measured.\n"
    "Modes: scan delivers and counts every event; consume folds every name, value and decoded byte into a checksum.\n"
    "\n"
    "Exit code: 0; 1 if a plugin crashed, hung, broke its contract or gave a wrong answer (the tables are printed all "
    "the\n"
    "same); 2 if an option, a corpus or a plugin is not what is expected.\n"
    "\n"
    "Examples:\n"
    "  squall parsers --kind chat,mix\n"
    "  squall parsers --plugin ./mine.so --kind chat --format markdown\n"
    "  squall parsers --corpus recorded.xml --mode scan --feed 1460";

constexpr std::uint32_t least_bytes = 64 * 1024;
constexpr std::uint32_t most_bytes = 1u << 30;
constexpr std::uint32_t most_rounds = 1000;
constexpr std::chrono::milliseconds least_patience{100};
constexpr std::chrono::minutes most_patience{60};

/// As typed.
struct ParsersOptions {
  std::vector<std::string> plugins;
  std::vector<std::string> corpora;
  std::string kinds = "chat,presence,roster,vcard,mam,mix";
  std::string bytes = "4M";
  std::string seed = "7";
  std::string modes = "consume";
  std::string feeds = "64k";
  std::string rounds = "11";
  std::string format = "text";
  std::string patience = "20s";
  std::string only;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream in(list);
  for (std::string one; std::getline(in, one, ',');) out.push_back(one);
  return out;
}

void check_words(const char* option, const std::string& list, const std::vector<std::string_view>& known,
                 const char* problem) {
  const auto words = split(list);
  if (words.empty()) throw UsageError(option, list, problem);
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) == known.end()) throw UsageError(option, word, problem);
  }
}

std::string in_full(const std::string& bytes) {
  return bytes.ends_with('M') || bytes.ends_with('K') ? bytes + "iB" : bytes;
}

/// The files that a --corpus stands for.
std::vector<std::string> files_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw UsageError("--corpus", path, "is a folder without files; recorded XMPP streams are expected");
  return files;
}

void check_corpus(const std::string& file) {
  const auto bytes = read_input(file);
  if (!bytes) throw UsageError("--corpus: " + bytes.error());
  const auto read = parsers::corpus::from_recording(*bytes);
  if (const auto* problem = std::get_if<std::string>(&read)) throw UsageError("--corpus", file, *problem);
}

std::vector<std::string> recordings(const ParsersOptions& options) {
  std::vector<std::string> files;
  for (const std::string& path : options.corpora) {
    for (std::string& file : files_of(path)) files.push_back(std::move(file));
  }
  for (const std::string& file : files) check_corpus(file);
  return files;
}

/// squall-bench: beside this program, as it is built and installed.
std::string bench_program() {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place : {own / "squall-bench", own / "../libexec/squall/squall-bench"}) {
    if (::access(place.c_str(), X_OK) == 0) return place.string();
  }
  throw UsageError(
      fmt::format("squall-bench is not beside this program in '{}'; it is built if Google Benchmark is there",
                  report::printable(own.string())));
}

/// The words with which the benchmark is started, but for the plugins.
std::vector<std::string> bench_command(const ParsersOptions& options) {
  check_words("--kind", options.kinds, {"chat", "presence", "roster", "vcard", "mam", "mix", "unknown"},
              "is no kind of traffic; choose of chat, presence, roster, vcard, mam, mix and unknown");
  check_words("--mode", options.modes, {"scan", "consume"}, "is no mode; choose of scan and consume");
  check_words("--feed", options.feeds, {"whole", "64k", "1460", "stanza"},
              "is no feed; choose of whole, 64k, 1460 and stanza");
  const double bytes = read_bytes("--bytes", in_full(options.bytes), least_bytes, most_bytes);
  std::vector<std::string> command{bench_program(),
                                   "--compare",
                                   "--json",
                                   "--corpus=" + options.kinds,
                                   "--mode=" + options.modes,
                                   "--feed=" + options.feeds,
                                   fmt::format("--megabytes={}", bytes / 1048576),
                                   fmt::format("--seed={}", read_seed("--seed", options.seed)),
                                   fmt::format("--rounds={}", read_count("--rounds", options.rounds, 1, most_rounds))};
  if (!options.only.empty()) command.push_back("--parsers=" + options.only);
  for (const std::string& file : recordings(options)) command.push_back("--corpus-file=" + file);
  return command;
}

std::size_t tables_due(const ParsersOptions& options, const std::vector<std::string>& command) {
  const auto is_file = [](const std::string& word) { return word.starts_with("--corpus-file="); };
  const auto files = static_cast<std::size_t>(std::count_if(command.begin(), command.end(), is_file));
  const std::size_t corpora = files > 0 ? files : split(options.kinds).size();
  return corpora * split(options.modes).size() * split(options.feeds).size();
}

/// Says on a terminal what is going on.
class Progress {
 public:
  void say(const std::string& what) const {
    if (shown_) fmt::print(stderr, "\r\x1b[K{}", what);
    std::fflush(stderr);
  }
  ~Progress() { say(""); }

 private:
  bool shown_ = ::isatty(STDERR_FILENO) != 0;
};

std::vector<plugin::Examination> examine_all(const ParsersOptions& options, std::chrono::milliseconds patience,
                                             const Progress& progress) {
  std::vector<plugin::Examination> found;
  for (const std::string& path : options.plugins) {
    progress.say("examining " + report::printable(path));
    found.push_back(plugin::examine(path, patience));
    if (found.back().unusable) throw UsageError("--plugin: " + *found.back().unusable);
    const auto same = [&](const plugin::Examination& other) { return other.name == found.back().name; };
    if (std::count_if(found.begin(), found.end(), same) > 1) {
      throw UsageError("--plugin", path, fmt::format("calls itself {}, as another one does", found.back().name));
    }
  }
  return found;
}

/// Measures, and leaves out and names a plugin that does not get through.
class Measurement {
 public:
  Measurement(std::vector<std::string> command, std::size_t due, std::chrono::milliseconds patience,
              const Progress& progress)
      : command_(std::move(command)), due_(due), patience_(patience), progress_(progress) {}

  /// False if squall-bench refused what it was asked for, and has said why.
  bool run(ParserReport& report) {
    while (!is_refused_ && !run_once(report)) continue;
    return !is_refused_;
  }

 private:
  /// False if there is a plugin less to try it with.
  bool run_once(ParserReport& report) {
    BenchListener listener;
    plugin::ChildTerms terms;
    terms.patience = patience_;
    terms.hear = [&](std::string_view line) {
      listener.hear(line);
      progress_.say(listener.corpus() + ": " + listener.reading());
    };
    const plugin::ChildEnd end = plugin::run_program(with_plugins(report), terms);
    if (end.in_order() && listener.tables().size() == due_) {
      report.tables = std::move(listener.tables());
      report.build = listener.build();
      return true;
    }
    is_refused_ = end.exit_status == exit_usage && listener.reading().empty();
    if (!is_refused_) blame(report, end, listener);
    return false;
  }

  std::vector<std::string> with_plugins(const ParserReport& report) const {
    auto command = command_;
    for (const auto& found : report.plugins) {
      if (found.is_sound()) command.push_back("--plugin=" + found.path);
    }
    return command;
  }

  /// The plugin that was at work; if none was, all of them: memory may have been spoilt before.
  static void blame(ParserReport& report, const plugin::ChildEnd& end, const BenchListener& listener) {
    const std::string where = fmt::format("while {} was read", listener.corpus());
    const std::string what = end.in_order() ? "ended the process" : end.words();
    bool is_blamed = false;
    for (auto& found : report.plugins) {
      if (!found.is_sound() || found.name != listener.reading()) continue;
      found.failure = fmt::format("{} {}", what, where);
      is_blamed = true;
    }
    for (auto& found : report.plugins) {
      if (is_blamed || !found.is_sound()) continue;
      found.failure = fmt::format("was loaded when {} {}", listener.reading(), what);
      is_blamed = true;
    }
    if (!is_blamed) throw std::runtime_error("squall-bench " + what);
  }

  std::vector<std::string> command_;
  std::size_t due_;
  std::chrono::milliseconds patience_;
  const Progress& progress_;
  bool is_refused_ = false;
};

int judge(const ParserReport& report) {
  const bool all_well = std::all_of(report.plugins.begin(), report.plugins.end(), [](const plugin::Examination& found) {
    return found.is_sound() && found.wrong == 0;
  });
  return all_well ? exit_ok : exit_failures;
}

void print(const ParserReport& report, const std::string& format) {
  const std::string text = format == "json"       ? to_json(report)
                           : format == "markdown" ? to_text(report, TableStyle::markdown)
                                                  : to_text(report, TableStyle::text);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int measure_parsers(const ParsersOptions& options) {
  check_words("--format", options.format, {"text", "markdown", "json"}, "is no format; choose text, markdown or json");
  const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(
      read_duration("--patience", options.patience, least_patience, most_patience));
  const auto command = bench_command(options);
  ParserReport report{version(), report::this_machine().processor, {}, {}, {}};
  {
    const Progress progress;
    report.plugins = examine_all(options, patience, progress);
    Measurement measurement(command, tables_due(options, command), patience, progress);
    if (!measurement.run(report)) return exit_usage;
  }
  print(report, options.format);
  return judge(report);
}

}  // namespace

void add_parsers_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ParsersOptions>();
  CLI::App* command = app.add_subcommand("parsers", "Measure the parsers, yours among them");
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    command->add_option(name, value, text)->type_name(type)->capture_default_str();
  };
  command->add_option("--plugin", options->plugins, "A parser plugin to check and measure; may be given again")
      ->type_name("FILE");
  command->add_option("--corpus", options->corpora, "Recorded streams to read instead of generated traffic")
      ->type_name("FILE|DIR");
  add("--kind", options->kinds, "LIST", "Kinds of generated traffic");
  add("--bytes", options->bytes, "BYTES", "Size of each kind of traffic, such as 16M");
  add("--seed", options->seed, "N", "Of the traffic");
  add("--mode", options->modes, "LIST", "Of scan and consume");
  add("--feed", options->feeds, "LIST", "Of whole, 64k, 1460 and stanza: how the bytes come");
  add("--rounds", options->rounds, "N", "How often each parser reads each corpus");
  add("--parsers", options->only, "LIST", "Only rows whose name contains one of these words, and expat");
  add("--format", options->format, "text|markdown|json", "How it is printed");
  add("--patience", options->patience, "TIME", "A parser that needs longer for one reading hangs");
  command->footer(help_end);
  command->callback([options, &exit_code] { exit_code = measure_parsers(*options); });
}

}  // namespace squall::cli
