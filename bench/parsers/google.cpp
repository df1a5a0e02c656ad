#include "bench/parsers/google.hpp"

#include <map>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/parsers/allocations.hpp"
#include "bench/parsers/engine.hpp"
#include "bench/parsers/feed.hpp"

namespace squall::bench {
namespace {

namespace corpus = parsers::corpus;

constexpr std::size_t corpus_bytes = 4 << 20;
constexpr std::uint64_t seed = 7;

/// Made when first asked for: most runs choose a few benchmarks only.
const corpus::Corpus& corpus_of(corpus::Kind kind) {
  static std::map<corpus::Kind, corpus::Corpus> made;
  auto found = made.find(kind);
  if (found == made.end()) found = made.emplace(kind, corpus::make(kind, corpus_bytes, seed)).first;
  return found->second;
}

void read(benchmark::State& state, Engine& engine, corpus::Kind kind, Feed feed, Mode mode) {
  const corpus::Corpus& traffic = corpus_of(kind);
  const auto parts = pieces(traffic, feed);
  engine.run(parts, mode);
  const std::uint64_t allocated = allocations();
  for (auto _ : state) benchmark::DoNotOptimize(engine.run(parts, mode));
  const auto runs = static_cast<double>(state.iterations());
  const double stanzas = static_cast<double>(traffic.stanzas()) * runs;
  state.SetBytesProcessed(static_cast<std::int64_t>(traffic.bytes.size()) *
                          static_cast<std::int64_t>(state.iterations()));
  state.counters["allocs/stanza"] = static_cast<double>(allocations() - allocated) / stanzas;
  state.counters["s/stanza"] = benchmark::Counter(stanzas, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void add(Engine& engine, corpus::Kind kind, Feed feed, Mode mode) {
  if (engine.own_feed().value_or(feed) != feed) return;
  std::string name(mode == Mode::scan ? "scan/" : "consume/");
  name.append(corpus::to_string(kind)).append("/").append(to_string(feed)).append("/").append(engine.name());
  benchmark::RegisterBenchmark(name.c_str(), [&engine, kind, feed, mode](benchmark::State& state) {
    read(state, engine, kind, feed, mode);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int run_google_benchmark(int argc, char** argv) {
  const auto engines = make_engines();
  for (const Mode mode : {Mode::scan, Mode::consume}) {
    for (const corpus::Kind kind : corpus::kinds()) {
      for (const Feed feed : all_feeds) {
        for (const auto& engine : engines) add(*engine, kind, feed, mode);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace squall::bench
