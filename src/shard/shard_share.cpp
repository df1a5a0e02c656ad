#include "src/shard/shard_share.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "src/load/population.hpp"

namespace squall::shard {
namespace {

constexpr std::uint32_t most_shards = 4096;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<scenario::Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = number(text.substr(0, slash)), count = number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > most_shards) return std::nullopt;
  return scenario::Shard{*index - 1, *count};
}

std::string format_shard(const scenario::Shard& shard) {
  return fmt::format("{}/{}", shard.index + 1, shard.count);
}

Share share_of(const scenario::Scenario& scenario, const scenario::Shard& shard) {
  const load::Population population(scenario.population, scenario.direction, scenario.workers, shard);
  Share share;
  share.pairs = population.own_pairs();
  share.users = share.pairs * 2;
  const std::uint32_t last = population.users();  // its place is empty where the number of users is odd
  if (last % 2 != 0 && population.is_own(last - 1)) --share.users;
  share.senders = scenario.direction == scenario::Direction::both ? share.users : share.pairs;
  return share;
}

metrics::Result lost_shard(const scenario::Scenario& scenario, const scenario::Shard& shard, std::string_view why,
                           bool steady_began) {
  const Share share = share_of(scenario, shard);
  metrics::Result result;
  result.scenario = scenario;
  result.scenario.shard = shard;
  result.pairs = share.pairs;
  result.funnel.rows.push_back(
      {xmpp::Stage::resolve, fmt::format("generator process {} {}", format_shard(shard), why), share.users});
  if (steady_began && scenario.duration) {
    const double seconds = std::chrono::duration<double>(*scenario.duration).count();
    result.audit.planned = static_cast<std::uint64_t>(std::llround(share.senders * scenario.rate_hz * seconds));
    result.audit.unsent_aborted = result.audit.planned;
    result.health.unsent_ours = result.audit.planned;
  }
  return result;
}

std::uint32_t processes_for(std::uint32_t users, std::uint64_t descriptors, std::uint64_t own) {
  const std::uint64_t each = descriptors > own ? (descriptors - own) / 2 * 2 : 0;
  if (each == 0) return 1;
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (users + each - 1) / each));
}

}  // namespace squall::shard
