#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/parsers/engine.hpp"
#include "bench/parsers/feed.hpp"

namespace squall::bench {

/// One corpus in one feed, to be read again and again.
struct Setup {
  const parsers::corpus::Corpus* corpus = nullptr;
  Feed feed = Feed::reads;
  Mode mode = Mode::scan;
};

/// One engine's figures over the rounds of one setup.
struct Row {
  std::string engine;
  std::string checks;
  std::string builds;
  Feed feed = Feed::reads;   ///< the setup's, or the parser's own
  bool is_parser = true;     ///< false for a limit that delivers nothing
  bool agrees = false;       ///< its totals are expat's
  double mb_per_s = 0;       ///< median; MB are 10^6 bytes
  double ns_per_stanza = 0;  ///< median
  double allocations = 0;    ///< a stanza, in the second round
  double ratio = 0;          ///< to expat with namespaces in the same round, median
  double ratio_low = 0;      ///< quartiles of the same
  double ratio_high = 0;
  std::vector<double> seconds;  ///< of each round
};

/// What the rounds of one engine took.
struct Timing {
  bool agrees = false;
  std::uint64_t allocations = 0;  ///< of the last round
  std::vector<double> seconds;
};

struct Size {
  std::size_t bytes;
  std::size_t stanzas;
};

Row row_of(const Engine& engine, Feed feed, const Timing& timing, const Timing& reference, const Size& size);

/// Seconds of processor time of this thread; waiting for a processor does not count.
double cpu_seconds();

/// Reads the setup with every engine in turn, `rounds` times. An engine with a feed of its own gets that. The first
/// engine is what ratios refer to. `before` hears of each engine before it reads.
std::vector<Row> measure(
    std::span<const std::unique_ptr<Engine>> engines, const Setup& setup, int rounds,
    const std::function<void(const Engine&)>& before = [](const Engine&) {});

}  // namespace squall::bench
