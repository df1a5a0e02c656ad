#include "bench/parsers/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sched.h>

#include "bench/parsers/measure.hpp"

namespace squall::bench {
namespace {

namespace corpus = parsers::corpus;

struct Options {
  std::string corpora = "chat,presence,roster,vcard,mam,mix";
  std::string feeds = "64k";
  std::string modes = "scan";
  std::string engines = "";
  double megabytes = 16;
  std::uint64_t seed = 7;
  int rounds = 11;
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

void compare(const Options& options) {
  const auto kinds = choose<corpus::Kind>("--corpus", options.corpora, corpus::kind);
  const auto feeds = choose<Feed>("--feed", options.feeds, feed);
  const auto modes = choose<Mode>("--mode", options.modes, mode_named);
  const auto engines = chosen_engines(options.engines);
  if (options.cpu >= 0) pin(options.cpu);
  for (const corpus::Kind kind : kinds) {
    const auto traffic = corpus::make(kind, static_cast<std::size_t>(options.megabytes * 1048576), options.seed);
    for (const Feed one : feeds) {
      for (const Mode mode : modes) {
        fmt::print("{}, {}, feed {}: {} stanzas of {} bytes, {} rounds\n", corpus::to_string(kind),
                   mode == Mode::scan ? "scan" : "consume", to_string(one), traffic.stanzas(),
                   traffic.bytes.size() / traffic.stanzas(), options.rounds);
        print_rows(measure(engines, {&traffic, one, mode, pieces(traffic, one)}, options.rounds));
        std::fflush(stdout);
      }
    }
  }
}

void add_options(CLI::App& app, Options& options) {
  bool ignored = false;
  app.add_flag("--compare", ignored, "This comparison, instead of Google Benchmark's");
  app.add_option("--corpus", options.corpora, "Kinds of traffic, parted by commas")->capture_default_str();
  app.add_option("--feed", options.feeds, "Of whole, 64k, 1460, stanza")->capture_default_str();
  app.add_option("--mode", options.modes, "Of scan, consume")->capture_default_str();
  app.add_option("--parsers", options.engines, "Only those whose name contains one of these words");
  app.add_option("--megabytes", options.megabytes, "Size of each corpus in MiB")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 1024.0));
  app.add_option("--seed", options.seed, "Of the corpora")->capture_default_str();
  app.add_option("--rounds", options.rounds, "Each reads the corpus once with every parser")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
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
