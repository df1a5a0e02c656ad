#include <algorithm>
#include <string_view>

#include "bench/parsers/compare.hpp"
#include "bench/parsers/google.hpp"
#include "bench/parsers/hostile.hpp"

int main(int argc, char** argv) {
  const auto asked = [&](std::string_view option) { return std::find(argv, argv + argc, option) != argv + argc; };
  if (asked("--compare")) return squall::bench::compare(argc, argv);
  if (asked("--hostile")) return squall::bench::hostile(argc, argv);
  return squall::bench::run_google_benchmark(argc, argv);
}
