#include "parsers/stream/detail/memory.hpp"

#include <random>

namespace squall::parsers::detail {
namespace {

constexpr std::size_t most_idle = 64;
constexpr std::size_t most_large = 8;  // counting from the bottom of the pool

std::uint64_t random_seed() {
  std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

}  // namespace

StreamMemory::StreamMemory()
    : kernel_(&best_kernel()),
      seed_(random_seed()),
      positions_(std::make_unique<Position[]>(window_bytes + most_kept_positions + 2 * padding)) {
  idle_.reserve(most_idle);
}

StreamMemory::~StreamMemory() = default;

Machine* StreamMemory::take() {
  if (idle_.empty()) return std::make_unique<Machine>(*this).release();
  Machine* machine = idle_.back().release();
  idle_.pop_back();
  return machine;
}

void StreamMemory::give_back(Machine* machine) {
  std::unique_ptr<Machine> owned{machine};
  owned->trim();
  if (idle_.size() < (owned->is_large() ? most_large : most_idle)) idle_.push_back(std::move(owned));
}

}  // namespace squall::parsers::detail
