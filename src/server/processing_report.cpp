#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "src/server/processing_times.hpp"

// A report as a line between processes, and as a table.
//
//     reads=N unstamped=N from_first_byte=COUNT:SUM:MIDDLE:COUNT:… wait=…

namespace squall::server {
namespace {

struct Field {
  std::string_view key;
  std::string_view words;
  Span ProcessingReport::*member;
};

constexpr std::array fields{
    Field{"wait", "waiting", &ProcessingReport::wait},
    Field{"parse", "parsing", &ProcessingReport::parse},
    Field{"route", "routing", &ProcessingReport::route},
    Field{"write", "writing", &ProcessingReport::write},
    Field{"from_first_byte", "from the first byte to the kernel", &ProcessingReport::from_first_byte},
    Field{"from_last_byte", "from the last byte to the kernel", &ProcessingReport::from_last_byte},
};

/// Numbers parted by colons, taken one by one.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool is_at_end() const { return at_ == end_; }
  /// False if there is none, or something else.
  template <typename Number>
  bool take(Number& number) {
    const auto [rest, error] = std::from_chars(at_, end_, number);
    if (error != std::errc{} || (rest != end_ && *rest != ':')) return false;
    at_ = rest == end_ ? rest : rest + 1;
    return true;
  }

 private:
  const char* at_;
  const char* end_;
};

std::string span_text(const Span& span) {
  std::string text = fmt::format("{}:{:.0f}", span.count, span.sum);
  for (const auto& bucket : span.values.buckets()) {
    fmt::format_to(std::back_inserter(text), ":{}:{}", bucket.low + (bucket.high - bucket.low) / 2, bucket.count);
  }
  return text;
}

std::optional<Span> read_span(std::string_view text) {
  Span span;
  Numbers numbers(text);
  if (!numbers.take(span.count) || !numbers.take(span.sum)) return std::nullopt;
  while (!numbers.is_at_end()) {
    std::int64_t value = 0;
    std::uint64_t count = 0;
    if (!numbers.take(value) || !numbers.take(count)) return std::nullopt;
    span.values.record(value, count);
  }
  if (span.values.count() != span.count) return std::nullopt;
  return span;
}

bool set_span(ProcessingReport& report, std::string_view key, std::string_view text) {
  for (const Field& field : fields) {
    if (field.key != key) continue;
    auto span = read_span(text);
    if (!span) return false;
    report.*field.member = std::move(*span);
  }
  return true;
}

bool set_field(ProcessingReport& report, std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view key = pair.substr(0, equals), text = pair.substr(equals + 1);
  if (key == "reads") return Numbers(text).take(report.reads);
  if (key == "unstamped") return Numbers(text).take(report.unstamped);
  return set_span(report, key, text);
}

double microseconds(double nanoseconds) {
  return nanoseconds / 1e3;
}

std::string row(std::string_view words, const Span& span) {
  const auto quantile = [&span](double q) { return microseconds(static_cast<double>(span.values.quantile(q))); };
  return fmt::format("  {:<36}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}\n", words, microseconds(span.mean()), quantile(0.5),
                     quantile(0.99), microseconds(static_cast<double>(span.values.max())));
}

}  // namespace

std::string to_line(const ProcessingReport& report) {
  std::string line = fmt::format("reads={} unstamped={}", report.reads, report.unstamped);
  for (const Field& field : fields) {
    fmt::format_to(std::back_inserter(line), " {}={}", field.key, span_text(report.*field.member));
  }
  return line;
}

std::optional<ProcessingReport> parse_processing_report(std::string_view line) {
  ProcessingReport report;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view pair = line.substr(0, space);
    line.remove_prefix(std::min(space + 1, line.size()));
    if (!pair.empty() && !set_field(report, pair)) return std::nullopt;
  }
  return report;
}

std::string to_table(const ProcessingReport& report) {
  if (report.stanzas() == 0) return "  no stanza was handed on, so there are no processing times\n";
  std::string table =
      fmt::format("  {:<36}{:>12}{:>12}{:>12}{:>12}\n", "processing times, us", "mean", "p50", "p99", "max");
  for (const Field& field : fields) table += row(field.words, report.*field.member);
  const double reads = static_cast<double>(report.reads) / static_cast<double>(report.stanzas());
  table += fmt::format("  of {} stanzas handed on, in {:.1f} reads each, {} not stamped by the kernel\n",
                       report.stanzas(), reads, report.unstamped);
  return table;
}

}  // namespace squall::server
