#pragma once

#include <cstddef>
#include <cstdint>

namespace squall::parsers::corpus {

/// Numbers that look random and are the same for the same seed on every machine (the generator is SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 to `count` - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>((next() >> 32) * count >> 32); }
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
  /// True in that many cases of a thousand.
  bool in_thousand(std::size_t cases) { return below(1000) < cases; }

 private:
  std::uint64_t state_;
};

}  // namespace squall::parsers::corpus
