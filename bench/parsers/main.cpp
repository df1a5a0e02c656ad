#include <algorithm>
#include <string_view>

#include "bench/parsers/compare.hpp"
#include "bench/parsers/google.hpp"

int main(int argc, char** argv) {
  const bool compare = std::any_of(argv, argv + argc, [](std::string_view word) { return word == "--compare"; });
  return compare ? squall::bench::compare(argc, argv) : squall::bench::run_google_benchmark(argc, argv);
}
