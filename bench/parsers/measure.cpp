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
  bool agrees = false;
  Totals first;  // of its first round
  std::uint64_t allocations = 0;
  std::vector<double> seconds;
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
    Contender contender{engine.get(), feed, pieces(*setup.corpus, feed), true, {}, 0, {}};
    const Totals want = engine->needs_whole_stanzas() ? without_header(reference, header) : reference;
    if (engine->is_parser()) contender.agrees = engine->run(contender.pieces, Mode::consume) == want;
    chosen.push_back(std::move(contender));
  }
  return chosen;
}

/// A parser that does less in a later round than in the first has not done its work.
void run_once(Contender& contender, const Setup& setup) {
  const std::uint64_t allocated = allocations();
  const double start = cpu_seconds();
  const Totals totals = contender.engine->run(contender.pieces, setup.mode);
  contender.seconds.push_back(cpu_seconds() - start);
  contender.allocations = allocations() - allocated;
  if (contender.seconds.size() == 1) contender.first = totals;
  contender.agrees &= totals == contender.first;
}

Row row_of(const Contender& contender, const Contender& reference, const Setup& setup) {
  std::vector<double> ratios(contender.seconds.size());
  std::transform(reference.seconds.begin(), reference.seconds.end(), contender.seconds.begin(), ratios.begin(),
                 [](double theirs, double own) { return theirs / own; });
  const double seconds = quantile(contender.seconds, 0.5);
  const auto stanzas = static_cast<double>(setup.corpus->stanzas());
  Row row;
  row.engine = contender.engine->name();
  row.checks = contender.engine->checks();
  row.builds = contender.engine->builds();
  row.feed = contender.feed;
  row.is_parser = contender.engine->is_parser();
  row.agrees = contender.agrees;
  row.seconds = contender.seconds;
  row.mb_per_s = static_cast<double>(setup.corpus->bytes.size()) / seconds / 1e6;
  row.ns_per_stanza = seconds * 1e9 / stanzas;
  row.allocations = static_cast<double>(contender.allocations) / stanzas;
  row.ratio = quantile(ratios, 0.5);
  row.ratio_low = quantile(ratios, 0.25);
  row.ratio_high = quantile(ratios, 0.75);
  return row;
}

}  // namespace

double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
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
  for (const Contender& contender : all) rows.push_back(row_of(contender, all.front(), setup));
  return rows;
}

}  // namespace squall::bench
