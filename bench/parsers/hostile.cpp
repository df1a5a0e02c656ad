#include "bench/parsers/hostile.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/parsers/hostile_shapes.hpp"
#include "bench/parsers/measure.hpp"
#include "parsers/parser.hpp"

namespace squall::bench {
namespace {

using parsers::ItemKind;
using parsers::ParserKind;

constexpr std::string_view header =
    "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";
constexpr std::size_t small = 64 * 1024;
constexpr std::size_t large = 3 * small;
constexpr std::size_t huge = 10'000'000;
constexpr std::array<std::size_t, 2> segments{64, 1460};

/// Limits that nothing here reaches, but for the depth of the naive parser, which takes its own stack for it.
parsers::Limits lifted(ParserKind kind) {
  parsers::Limits limits;
  limits.depth = kind == ParserKind::dom ? 1024 : 1 << 20;
  limits.attributes = 1 << 20;
  limits.token_bytes = limits.stanza_bytes = std::size_t{1} << 30;
  return limits;
}

/// Longer than this for the small input, and a parser is not asked to read the large one.
constexpr double most_seconds = 0.5;

struct Options {
  int repeats = 5;
  std::string shape;
};

/// Reads the bytes in segments. False if the parser refuses them.
bool read(parsers::Parser& parser, std::string_view bytes, std::size_t segment) {
  for (std::size_t at = 0; at < bytes.size(); at += segment) {
    parser.feed(bytes.substr(at, segment));
    for (auto item = parser.next(); item.kind != ItemKind::need_more; item = parser.next()) {
      if (item.kind == ItemKind::error) return false;
    }
  }
  return true;
}

/// The least of some seconds of processor time, or nothing if the bytes were refused.
std::optional<double> seconds(ParserKind kind, std::string_view bytes, std::size_t segment, int repeats) {
  const auto workspace = parsers::make_workspace();
  std::optional<double> least;
  for (int i = 0; i < repeats; ++i) {
    const auto parser = parsers::make_parser(kind, lifted(kind), *workspace);
    read(*parser, header, header.size());
    const double start = cpu_seconds();
    if (!read(*parser, bytes, segment)) return std::nullopt;
    const double taken = cpu_seconds() - start;
    least = std::min(least.value_or(taken), taken);
  }
  return least;
}

std::string cell(std::optional<double> few, std::optional<double> many) {
  if (!few) return "refused";
  if (!many) return fmt::format("{:.2f} / not tried", *few * 1e3);
  return fmt::format("{:.2f} / {:.2f} ({:.1f})", *few * 1e3, *many * 1e3, *many / *few);
}

void print_row(const Shape& shape, std::size_t segment, const Options& options) {
  const std::string few = shape.make(small);
  const std::string many = shape.make(large);
  fmt::print("| {} | {} |", shape.name, segment);
  for (const ParserKind kind : {ParserKind::stream, ParserKind::expat, ParserKind::dom}) {
    const int repeats = kind == ParserKind::dom ? 1 : options.repeats;
    const auto first = seconds(kind, few, segment, repeats);
    const bool tries = first && *first < most_seconds;
    fmt::print(" {} |", cell(first, tries ? seconds(kind, many, segment, repeats) : std::nullopt));
    std::fflush(stdout);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

void print_huge(const Shape& shape, std::size_t segment) {
  const std::string bytes = shape.make(huge);
  fmt::print("| {} | {} |", shape.name, segment);
  for (const ParserKind kind : {ParserKind::stream, ParserKind::expat}) {
    const auto taken = seconds(kind, bytes, segment, 2);
    const auto size = static_cast<double>(bytes.size());
    fmt::print(" {} |",
               taken ? fmt::format("{:.1f} ms, {:.2f} ns a byte", *taken * 1e3, *taken * 1e9 / size) : "refused");
  }
  fmt::print("\n");
  std::fflush(stdout);
}

void print_tables(const Options& options) {
  fmt::print(
      "| shape | segment | stream, ms (growth) | expat, ms (growth) | dom, ms (growth) |\n|---|---|---|---|---|\n");
  for (const Shape& shape : hostile_shapes()) {
    if (shape.name.find(options.shape) == std::string_view::npos) continue;
    for (const std::size_t segment : segments) print_row(shape, segment, options);
  }
  if (!options.shape.empty()) return;
  fmt::print("\n| 10 MB of | segment | stream | expat |\n|---|---|---|---|\n");
  for (const Shape& shape : hostile_shapes().first(3)) {
    for (const std::size_t segment : segments) print_huge(shape, segment);
  }
}

}  // namespace

int hostile(int argc, char** argv) {
  CLI::App app{
      "Hostile input: milliseconds of processor time for 64 KB / 192 KB, and in brackets how many times more the "
      "latter "
      "takes; 3 is linear. Limits of size are lifted",
      "squall-bench"};
  bool ignored = false;
  Options options;
  app.add_flag("--hostile", ignored, "This table, instead of Google Benchmark's");
  app.add_option("--repeats", options.repeats, "Of which the least counts; the naive parser reads once")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--shape", options.shape, "Only those whose name contains this word");
  CLI11_PARSE(app, argc, argv);
  print_tables(options);
  return 0;
}

}  // namespace squall::bench
