#include "bench/parsers/interleaved.hpp"

#include <algorithm>
#include <string>

#include "bench/parsers/allocations.hpp"

namespace squall::bench {
namespace {

constexpr std::size_t segment_bytes = 1460;

/// A segment and whose it is.
struct Segment {
  std::size_t connection;
  std::string_view bytes;
};

/// The streams of all connections, and their segments in the order in which they come.
class Traffic {
 public:
  Traffic(const parsers::corpus::Corpus& corpus, std::size_t connections)
      : streams_(connections, std::string(corpus.header())) {
    for (std::size_t i = 0; i < corpus.stanzas(); ++i) streams_[i % connections] += corpus.stanza(i);
    for (std::string& stream : streams_) stream += std::string_view(corpus.bytes).substr(corpus.borders.back());
    take_turns();
  }

  std::size_t connections() const { return streams_.size(); }
  std::span<const Segment> segments() const { return segments_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void take_turns() {
    bool any = true;
    for (std::size_t at = 0; any; at += segment_bytes) {
      any = false;
      for (std::size_t i = 0; i < streams_.size(); ++i) {
        if (at >= streams_[i].size()) continue;
        const std::string_view bytes = std::string_view(streams_[i]).substr(at, segment_bytes);
        segments_.push_back({i, bytes});
        bytes_ += bytes.size();
        any = true;
      }
    }
  }

  std::vector<std::string> streams_;
  std::vector<Segment> segments_;
  std::size_t bytes_ = 0;
};

void add(Totals& sum, const Totals& more) {
  sum.stanzas += more.stanzas;
  sum.elements += more.elements;
  sum.attributes += more.attributes;
  sum.bytes += more.bytes;
  sum.checksum += more.checksum;
}

struct Reading {
  Totals totals;
  double seconds = 0;
  std::uint64_t allocations = 0;
};

Reading read(Engine& engine, const Traffic& traffic, Mode mode) {
  std::vector<std::unique_ptr<Session>> sessions(traffic.connections());
  for (auto& session : sessions) session = engine.open(mode);
  Reading reading;
  const std::uint64_t allocated = allocations();
  const double start = cpu_seconds();
  for (const Segment& segment : traffic.segments()) sessions[segment.connection]->feed(segment.bytes);
  reading.seconds = cpu_seconds() - start;
  reading.allocations = allocations() - allocated;
  for (const auto& session : sessions) add(reading.totals, session->totals());
  return reading;
}

struct Column {
  Engine* engine;
  Timing timing;
};

}  // namespace

std::vector<Row> measure_interleaved(std::span<const std::unique_ptr<Engine>> engines, const Setup& setup,
                                     std::size_t connections, int rounds) {
  const Traffic traffic(*setup.corpus, connections);
  const Totals reference = read(*engines.front(), traffic, Mode::consume).totals;
  std::vector<Column> columns;
  for (const auto& engine : engines) {
    if (engine->open(setup.mode) == nullptr) continue;
    columns.push_back({engine.get(), {}});
    columns.back().timing.agrees = read(*engine, traffic, Mode::consume).totals == reference;
  }
  for (int round = 0; round < rounds; ++round) {
    for (Column& column : columns) {
      const Reading reading = read(*column.engine, traffic, setup.mode);
      column.timing.seconds.push_back(reading.seconds);
      column.timing.allocations = reading.allocations;
    }
  }
  std::vector<Row> rows;
  for (const Column& column : columns) {
    rows.push_back(row_of(*column.engine, Feed::packets, column.timing, columns.front().timing,
                          {traffic.bytes(), setup.corpus->stanzas()}));
  }
  return rows;
}

}  // namespace squall::bench
