#pragma once

#include <cstdint>

namespace squall::load {

/// Scatters a number over 64 bits; for spreading things by a seed, not for secrets.
constexpr std::uint64_t mix(std::uint64_t value) {
  value += 0x9E37'79B9'7F4A'7C15u;
  value = (value ^ value >> 30) * 0xBF58'476D'1CE4'E5B9u;
  value = (value ^ value >> 27) * 0x94D0'49BB'1331'11EBu;
  return value ^ value >> 31;
}

}  // namespace squall::load
