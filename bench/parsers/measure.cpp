#include "bench/parsers/measure.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "bench/parsers/allocations.hpp"

namespace squall::bench {
namespace {

/// The value below which that share of the sorted samples lies.
double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const double place = share * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, samples.size() - 1);
  return samples[below] + (place - static_cast<double>(below)) * (samples[above] - samples[below]);
}

struct Contender {
  Engine* engine = nullptr;
  Feed feed = Feed::reads;
  std::vector<std::string_view> pieces;
  Totals first = {};  // of its first round
  Timing timing = {};
};

/// What a parser of whole stanzas cannot count: the stream's header.
Totals without_header(Totals totals, const Totals& header) {
  totals.elements -= header.elements;
  totals.attributes -= header.attributes;
  totals.bytes -= header.bytes;
  totals.checksum -= header.checksum;
  return totals;
}

using Before = std::function<void(const Engine&)>;

std::vector<Contender> contenders(std::span<const std::unique_ptr<Engine>> engines, const Setup& setup,
                                  const Before& before) {
  const Totals reference = engines.front()->run(pieces(*setup.corpus, Feed::reads), Mode::consume);
  const std::string_view header_only[] = {setup.corpus->header()};
  const Totals header = engines.front()->run(header_only, Mode::consume);
  std::vector<Contender> chosen;
  for (const auto& engine : engines) {
    before(*engine);
    const Feed feed = engine->own_feed().value_or(setup.feed);
    Contender contender{engine.get(), feed, pieces(*setup.corpus, feed)};
    contender.timing.agrees = true;
    const Totals want = engine->needs_whole_stanzas() ? without_header(reference, header) : reference;
    if (engine->is_parser()) contender.timing.agrees = engine->run(contender.pieces, Mode::consume) == want;
    chosen.push_back(std::move(contender));
  }
  return chosen;
}

/// A parser that does less in a later round than in the first has not done its work.
void run_once(Contender& contender, const Setup& setup) {
  Timing& timing = contender.timing;
  const std::uint64_t allocated = allocations();
  const double start = cpu_seconds();
  const Totals totals = contender.engine->run(contender.pieces, setup.mode);
  timing.seconds.push_back(cpu_seconds() - start);
  timing.allocations = allocations() - allocated;
  if (timing.seconds.size() == 1) contender.first = totals;
  timing.agrees &= totals == contender.first;
}

}  // namespace

double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Row row_of(const Engine& engine, Feed feed, const Timing& timing, const Timing& reference, const Size& size) {
  std::vector<double> ratios(timing.seconds.size());
  std::transform(reference.seconds.begin(), reference.seconds.end(), timing.seconds.begin(), ratios.begin(),
                 [](double theirs, double own) { return theirs / own; });
  const double seconds = quantile(timing.seconds, 0.5);
  const auto stanzas = static_cast<double>(size.stanzas);
  Row row;
  row.engine = engine.name();
  row.checks = engine.checks();
  row.builds = engine.builds();
  row.feed = feed;
  row.is_parser = engine.is_parser();
  row.agrees = timing.agrees;
  row.seconds = timing.seconds;
  row.mb_per_s = static_cast<double>(size.bytes) / seconds / 1e6;
  row.ns_per_stanza = seconds * 1e9 / stanzas;
  row.allocations = static_cast<double>(timing.allocations) / stanzas;
  row.ratio = quantile(ratios, 0.5);
  row.ratio_low = quantile(ratios, 0.25);
  row.ratio_high = quantile(ratios, 0.75);
  return row;
}

std::vector<Row> measure(std::span<const std::unique_ptr<Engine>> engines, const Setup& setup, int rounds,
                         const Before& before) {
  std::vector<Contender> all = contenders(engines, setup, before);
  for (int round = 0; round < rounds; ++round) {
    for (Contender& contender : all) {
      before(*contender.engine);
      run_once(contender, setup);
    }
  }
  std::vector<Row> rows;
  const Size size{setup.corpus->bytes.size(), setup.corpus->stanzas()};
  for (const Contender& one : all) rows.push_back(row_of(*one.engine, one.feed, one.timing, all.front().timing, size));
  return rows;
}

}  // namespace squall::bench
