#pragma once

#include <string>

#include "src/load/controller.hpp"
#include "src/metrics/result.hpp"

namespace squall::shard {

/// A shard's end of what it has with the process that started it, on the descriptors process::child_says and
/// child_hears. It says `arrived ONLINE` when all its users have settled and a `sample …` each second; it is told
/// `steady NANOSECONDS`, an instant of the monotonic clock, when all shards have arrived. Its result goes to a file.
/// One thread.
class ShardLink final : public load::Rendezvous {
 public:
  ShardLink();

  void tell(const metrics::Sample& sample);

  void arrive(std::uint64_t online) override;
  std::optional<net::TimePoint> start() override;
  int descriptor() const override;

 private:
  void say(std::string line);

  std::string heard_;
  std::optional<net::TimePoint> start_;
  bool is_open_ = true;
};

}  // namespace squall::shard
