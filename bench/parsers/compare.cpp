#include "bench/parsers/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "bench/parsers/interleaved.hpp"
#include "bench/parsers/json_lines.hpp"
#include "bench/parsers/measure.hpp"
#include "bench/parsers/plugins.hpp"
#include "parsers/corpus/recorded.hpp"

namespace squall::bench {
namespace {

namespace corpus = parsers::corpus;

struct Options {
  std::string corpora = "chat,presence,roster,vcard,mam,mix";
  std::string feeds = "64k";
  std::string modes = "scan";
  std::string engines = "";
  std::vector<std::string> plugins;
  std::vector<std::string> recordings;
  bool json = false;
  double megabytes = 16;
  std::uint64_t seed = 7;
  int rounds = 11;
  std::size_t connections = 0;
  int cpu = -1;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream in(list);
  for (std::string one; std::getline(in, one, ',');) out.push_back(one);
  return out;
}

template <class T>
std::vector<T> choose(const char* option, const std::string& list, std::optional<T> (*find)(std::string_view)) {
  std::vector<T> out;
  for (const std::string& name : split(list)) {
    const auto found = find(name);
    if (!found) throw std::invalid_argument(fmt::format("{}: '{}' is not known (see --help)", option, name));
    out.push_back(*found);
  }
  return out;
}

std::optional<Mode> mode_named(std::string_view name) {
  if (name == "scan") return Mode::scan;
  if (name == "consume") return Mode::consume;
  return std::nullopt;
}

/// The engines whose names contain one of the words; the reference is always the first.
std::vector<std::unique_ptr<Engine>> chosen_engines(const std::string& words) {
  auto all = make_engines();
  if (words.empty()) return all;
  const auto list = split(words);
  const auto unwanted = [&list](const std::unique_ptr<Engine>& engine) {
    return std::none_of(list.begin(), list.end(),
                        [&](const std::string& word) { return engine->name().find(word) != std::string_view::npos; });
  };
  for (const std::string& word : list) {
    const auto fits = [&](const std::unique_ptr<Engine>& engine) {
      return engine->name().find(word) != std::string_view::npos;
    };
    if (std::none_of(all.begin(), all.end(), fits)) {
      throw std::invalid_argument(fmt::format("--parsers: '{}' is in no parser's name", word));
    }
  }
  all.erase(std::remove_if(all.begin() + 1, all.end(), unwanted), all.end());
  return all;
}

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw std::invalid_argument(fmt::format("--cpu: no processor {}", cpu));
}

void print_rows(const std::vector<Row>& rows) {
  fmt::print("  {:<22} {:>9} {:>11} {:>8} {:>8} {:>15}\n", "parser", "MB/s", "ns/stanza", "allocs", "x expat",
             "quartiles");
  for (const Row& row : rows) {
    fmt::print("  {:<22} {:>9.0f} {:>11.0f} {:>8.2f} {:>8.2f} {:>7.2f}-{:<7.2f}{}\n", row.engine, row.mb_per_s,
               row.ns_per_stanza, row.allocations, row.ratio, row.ratio_low, row.ratio_high,
               row.agrees ? "" : " DIFFERS from expat's totals");
  }
}

struct NamedCorpus {
  std::string name;
  corpus::Corpus traffic;
};

NamedCorpus read_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument(fmt::format("--corpus-file: '{}' cannot be read", path));
  auto read = corpus::from_recording(std::string(std::istreambuf_iterator<char>(file), {}));
  if (const auto* problem = std::get_if<std::string>(&read)) {
    throw std::invalid_argument(fmt::format("--corpus-file: '{}' {}", path, *problem));
  }
  return {path.substr(path.rfind('/') + 1), std::get<corpus::Corpus>(std::move(read))};
}

/// Compares and prints, for people or for a program.
class Comparison {
 public:
  explicit Comparison(const Options& options)
      : options_(options),
        feeds_(choose<Feed>("--feed", options.feeds, feed)),
        modes_(choose<Mode>("--mode", options.modes, mode_named)),
        engines_(chosen_engines(options.engines)) {
    if (options.json) take_output();
    for (const std::string& path : options.plugins) add_plugin_engine(path, engines_);
    if (options.json) say(build_line());
  }

  void run(const NamedCorpus& corpus) {
    for (const Feed one : feeds_) {
      for (const Mode mode : modes_) run(corpus, {&corpus.traffic, one, mode});
    }
  }

 private:
  void run(const NamedCorpus& corpus, const Setup& setup) {
    if (options_.json) {
      const auto before = [&](const Engine& engine) { say(reading_line(engine, corpus.name)); };
      return say(rows_line(setup, corpus.name, measure(engines_, setup, options_.rounds, before)));
    }
    if (options_.connections > 0) return run_interleaved(corpus, setup);
    fmt::print("{}, {}, feed {}: {} stanzas of {} bytes, {} rounds\n", corpus.name,
               setup.mode == Mode::scan ? "scan" : "consume", to_string(setup.feed), corpus.traffic.stanzas(),
               corpus.traffic.bytes.size() / corpus.traffic.stanzas(), options_.rounds);
    print_rows(measure(engines_, setup, options_.rounds));
    std::fflush(stdout);
  }

  void run_interleaved(const NamedCorpus& corpus, const Setup& setup) {
    fmt::print("{}, {}, {} connections in turn, 1460 bytes each: {} stanzas, {} rounds\n", corpus.name,
               setup.mode == Mode::scan ? "scan" : "consume", options_.connections, corpus.traffic.stanzas(),
               options_.rounds);
    print_rows(measure_interleaved(engines_, setup, options_.connections, options_.rounds));
    std::fflush(stdout);
  }

  /// What a plugin prints is not to come among the lines.
  void take_output() {
    output_ = ::fdopen(::dup(STDOUT_FILENO), "w");
    if (output_ == nullptr || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
      throw std::system_error(errno, std::generic_category(), "standard output");
    }
  }

  void say(const std::string& line) const {
    fmt::print(output_, "{}\n", line);
    std::fflush(output_);
  }

  const Options& options_;
  std::vector<Feed> feeds_;
  std::vector<Mode> modes_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::FILE* output_ = stdout;
};

void compare(const Options& options) {
  std::vector<corpus::Kind> kinds;
  if (options.recordings.empty()) kinds = choose<corpus::Kind>("--corpus", options.corpora, corpus::kind);
  if (options.cpu >= 0) pin(options.cpu);
  Comparison comparison(options);
  for (const std::string& path : options.recordings) comparison.run(read_recording(path));
  for (const corpus::Kind kind : kinds) {
    const auto bytes = static_cast<std::size_t>(options.megabytes * 1048576);
    comparison.run({std::string(corpus::to_string(kind)), corpus::make(kind, bytes, options.seed)});
  }
}

void add_options(CLI::App& app, Options& options) {
  bool ignored = false;
  app.add_flag("--compare", ignored, "This comparison, instead of Google Benchmark's");
  app.add_option("--corpus", options.corpora, "Kinds of traffic, parted by commas")->capture_default_str();
  app.add_option("--feed", options.feeds, "Of whole, 64k, 1460, stanza")->capture_default_str();
  app.add_option("--mode", options.modes, "Of scan, consume")->capture_default_str();
  app.add_option("--parsers", options.engines, "Only those whose name contains one of these words");
  app.add_option("--plugin", options.plugins, "A parser plugin to measure beside them; may be given again");
  app.add_option("--corpus-file", options.recordings, "A recorded stream to read instead; may be given again");
  app.add_flag("--json", options.json, "One JSON object a line, for a program");
  app.add_option("--megabytes", options.megabytes, "Size of each corpus in MiB")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 1024.0));
  app.add_option("--seed", options.seed, "Of the corpora")->capture_default_str();
  app.add_option("--rounds", options.rounds, "Each reads the corpus once with every parser")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--connections", options.connections,
                 "Deal the stanzas out to so many connections, read in turn 1460 bytes at a time")
      ->check(CLI::Range(1, 100000))
      ->excludes("--json");
  app.add_option("--cpu", options.cpu, "Processor to stay on")->check(CLI::Range(0, 1023));
}

}  // namespace

int compare(int argc, char** argv) {
  CLI::App app{"All parsers interleaved in one process; times are processor time, ratios those of a round",
               "squall-bench"};
  Options options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
    compare(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "squall-bench: {}\n", error.what());
    return 2;
  }
  return 0;
}

}  // namespace squall::bench
