#pragma once

#include <cstdint>
#include <string>

namespace squall::report {

/// Where a run was made: what one must know to read its figures.
struct Machine {
  std::string processor;    ///< as /proc/cpuinfo names it
  std::uint32_t cores = 0;  ///< this process may run on
  std::uint64_t memory_bytes = 0;
  std::string kernel;
  std::string system;  ///< PRETTY_NAME of /etc/os-release
};

/// Asks the system; what it does not say stays empty.
Machine this_machine();

}  // namespace squall::report
