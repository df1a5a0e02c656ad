#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/metrics/result.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::shard {

/// "3/8", counted from 1; nothing for anything else or more than 4096 shards.
std::optional<scenario::Shard> parse_shard(std::string_view text);
std::string format_shard(const scenario::Shard& shard);

/// What part of a run a shard has.
struct Share {
  std::uint32_t users = 0;
  std::uint32_t pairs = 0;
  std::uint32_t senders = 0;
};
Share share_of(const scenario::Scenario& scenario, const scenario::Shard& shard);

/// The result of a shard that left none: its users are counted as failed with `why`, and if the steady phase had begun,
/// what its senders had to send is counted as unsent, the run being aborted.
metrics::Result lost_shard(const scenario::Scenario& scenario, const scenario::Shard& shard, std::string_view why,
                           bool steady_began);

/// How many processes a run takes if each may have `descriptors` open, `own` of them not for users.
std::uint32_t processes_for(std::uint32_t users, std::uint64_t descriptors, std::uint64_t own);

}  // namespace squall::shard
