#pragma once

#include <cstdint>

/// A perfect hash of the well-known namespace names, for the kernels: plain data.
namespace squall::parsers::detail {

inline constexpr unsigned known_namespace_bits = 10;
inline constexpr std::uint64_t known_namespace_size_factor = 0x9E3779B97F4A7C15u;
inline constexpr std::uint64_t known_namespace_factor = 0xFAABB6A84535112Fu;

/// A name by its last eight bytes and its size.
constexpr std::uint64_t known_namespace_slot(std::uint64_t last_eight, std::uint64_t size) {
  return (last_eight + size * known_namespace_size_factor) * known_namespace_factor >> (64 - known_namespace_bits);
}

struct KnownNamespaces {
  struct alignas(64) Name {
    char bytes[64];  ///< zero behind the name
  };
  Name names[256];
  std::uint8_t sizes[256];
  std::uint8_t index[1u << known_namespace_bits];  ///< 0: none
};

extern const KnownNamespaces& known_namespaces;

}  // namespace squall::parsers::detail
