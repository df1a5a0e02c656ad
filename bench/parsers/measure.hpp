#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/parsers/engine.hpp"
#include "bench/parsers/feed.hpp"

namespace squall::bench {

/// One corpus in one feed, ready to be read again and again.
struct Setup {
  const parsers::corpus::Corpus* corpus = nullptr;
  Feed feed = Feed::reads;
  Mode mode = Mode::scan;
  std::vector<std::string_view> pieces;
};

/// One engine's figures over the rounds of one setup.
struct Row {
  std::string engine;
  std::string checks;
  std::string builds;
  bool agrees = false;       ///< its totals are expat's
  double mb_per_s = 0;       ///< median; MB are 10^6 bytes
  double ns_per_stanza = 0;  ///< median
  double allocations = 0;    ///< a stanza, in the second round
  double ratio = 0;          ///< to expat with namespaces in the same round, median
  double ratio_low = 0;      ///< quartiles of the same
  double ratio_high = 0;
};

/// Seconds of processor time of this thread; waiting for a processor does not count.
double cpu_seconds();

/// Reads the setup with every engine in turn, `rounds` times. An engine that needs whole stanzas is left out unless
/// the feed gives them. The first engine is what ratios refer to.
std::vector<Row> measure(std::span<const std::unique_ptr<Engine>> engines, const Setup& setup, int rounds);

}  // namespace squall::bench
