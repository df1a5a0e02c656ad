#include "src/metrics/result_merge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "src/metrics/funnel.hpp"
#include "src/metrics/health.hpp"
#include "src/metrics/latency.hpp"
#include "src/metrics/tls_figures.hpp"
#include "src/metrics/verdict.hpp"

namespace squall::metrics {
namespace {

constexpr std::array<std::string_view, 5> phases{"login", "steady", "drain", "logout", "done"};

bool is_earlier(std::string_view one, std::string_view other) {
  return std::ranges::find(phases, one) < std::ranges::find(phases, other);
}

/// After its end a shard has what it had last, but for rates and users online.
Sample after_end(Sample last) {
  last.p99_ns = -1;
  last.generator_cpu = 0;
  return last;
}

const Sample& at_or_last(const std::vector<Sample>& series, std::size_t i) {
  return series[std::min(i, series.size() - 1)];
}

std::vector<Sample> overlay(const std::vector<Sample>& one, const std::vector<Sample>& other) {
  if (one.empty()) return other;
  if (other.empty()) return one;
  std::vector<Sample> all;
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    Sample sum = i < one.size() ? one[i] : after_end(at_or_last(one, i));
    merge(sum, i < other.size() ? other[i] : after_end(at_or_last(other, i)));
    all.push_back(sum);
  }
  return all;
}

void merge_cpu(Result& whole, const Result& shard) {
  const auto ours = static_cast<double>(whole.audit.delivered()), theirs = static_cast<double>(shard.audit.delivered());
  if (ours + theirs == 0) return;
  whole.health.cpu_us_per_message =
      (whole.health.cpu_us_per_message * ours + shard.health.cpu_us_per_message * theirs) / (ours + theirs);
}

void merge_server(ServerCounts& whole, const ServerCounts& shard) {
  whole.known |= shard.known;
  whole.messages_in += shard.messages_in;
  whole.messages_routed += shard.messages_routed;
  whole.messages_bounced += shard.messages_bounced;
  whole.messages_dropped += shard.messages_dropped;
  whole.sessions += shard.sessions;
}

}  // namespace

void merge(Sample& whole, const Sample& shard) {
  if (is_earlier(shard.phase, whole.phase)) whole.phase = shard.phase;
  whole.seconds = std::max(whole.seconds, shard.seconds);
  whole.online += shard.online;
  whole.sent += shard.sent;
  whole.delivered += shard.delivered;
  whole.outstanding += shard.outstanding;
  whole.failed_users += shard.failed_users;
  whole.p99_ns = std::max(whole.p99_ns, shard.p99_ns);
  whole.generator_cpu += shard.generator_cpu;
}

void merge(Result& whole, const Result& shard) {
  if (whole.started_at.empty() || (!shard.started_at.empty() && shard.started_at < whole.started_at))
    whole.started_at = shard.started_at;
  if (whole.target_address.empty()) whole.target_address = shard.target_address;
  whole.interrupted |= shard.interrupted;
  whole.login_seconds = std::max(whole.login_seconds, shard.login_seconds);
  whole.steady_seconds = std::max(whole.steady_seconds, shard.steady_seconds);
  whole.drain_seconds = std::max(whole.drain_seconds, shard.drain_seconds);
  whole.pairs += shard.pairs;
  whole.planned_to_nobody += shard.planned_to_nobody;
  merge_cpu(whole, shard);
  whole.audit += shard.audit;
  merge(whole.latency, shard.latency);
  merge(whole.funnel, shard.funnel);
  whole.funnel.logins_per_second += shard.funnel.logins_per_second;
  merge(whole.tls, shard.tls);
  whole.tls.per_second += shard.tls.per_second;
  merge(whole.health, shard.health);
  whole.health.rss_bytes += shard.health.rss_bytes;
  merge_server(whole.server, shard.server);
  whole.series = overlay(whole.series, shard.series);
}

void judge_merged(Result& whole) {
  whole.health.why_invalid.clear();
  judge(whole.health, whole.audit.planned, whole.latency.from_plan.quantile(0.5));
  judge(whole);
}

}  // namespace squall::metrics
