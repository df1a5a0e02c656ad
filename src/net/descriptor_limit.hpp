#pragma once

#include <cstdint>

namespace squall::net {

/// How many descriptors this process may have open (RLIMIT_NOFILE). `unlimited` counts as the largest number.
struct DescriptorLimit {
  std::uint64_t soft = 0;
  std::uint64_t hard = 0;

  bool operator==(const DescriptorLimit&) const = default;
};

DescriptorLimit descriptor_limit();

/// Raises the soft limit to the hard one, which needs no privilege, and answers what holds then.
DescriptorLimit raise_descriptor_limit();

}  // namespace squall::net
