#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "parsers/stream/detail/kernel.hpp"
#include "parsers/stream/detail/machine.hpp"

namespace squall::parsers::detail {

/// What the streaming parsers of one thread share: the index of the window being walked, and a pool of machines.
class StreamMemory {
 public:
  StreamMemory();
  ~StreamMemory();
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;

  const Kernel& kernel() const { return *kernel_; }
  std::uint64_t seed() const { return seed_; }
  Position* positions() { return positions_.get(); }
  std::vector<std::uint32_t>& table() { return table_; }

  Machine* take();
  void give_back(Machine* machine);

 private:
  const Kernel* kernel_;
  std::uint64_t seed_;
  std::unique_ptr<Position[]> positions_;
  std::vector<std::uint32_t> table_;  // for the uniqueness of many attributes
  std::vector<std::unique_ptr<Machine>> idle_;
};

}  // namespace squall::parsers::detail
