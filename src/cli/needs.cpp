#include "src/cli/needs.hpp"

#include <fmt/format.h>

#include "src/cli/find_target.hpp"
#include "src/cli/usage_error.hpp"
#include "src/metrics/message_stamp.hpp"
#include "src/net/resolver.hpp"
#include "src/report/page.hpp"
#include "src/report/printable.hpp"
#include "src/report/units.hpp"
#include "src/scenario/quantity.hpp"
#include "src/scenario/traffic.hpp"
#include "src/shard/shard_share.hpp"

namespace squall::cli {
namespace {

using report::count;
using report::decimal;
using report::printable;
using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

constexpr std::uint64_t descriptors_of_program = 64;
constexpr std::uint64_t descriptors_of_worker = 8;

std::string target_text(const scenario::Target& target) {
  if (target.embedded) return "the embedded server as a process of its own, on a free loopback port";
  const NamedBy name = named_by(target);
  return fmt::format("{} {}", name.option, printable(name.value));
}

std::string addresses_text(const Endpoints& endpoints) {
  std::string text;
  for (const auto& endpoint : endpoints) text += (text.empty() ? "" : ", ") + net::to_string(endpoint);
  if (!net::are_loopback(endpoints)) text += "; outside the loopback range: needs --yes-this-server-is-mine";
  return text;
}

std::string accounts_text(const scenario::Population& population) {
  if (!population.accounts_file.empty()) return fmt::format("lines of '{}'", printable(population.accounts_file, 1000));
  return fmt::format("user '{}'", printable(population.user_template));
}

std::string pairs_text(std::uint32_t pairs) {
  return count(pairs) + (pairs == 1 ? " pair" : " pairs");
}

std::string users_text(const scenario::Scenario& scenario, const scenario::Traffic& traffic) {
  const auto& population = scenario.population;
  return fmt::format(
      "{} ({} to {}) in {}, {}, {}", count(population.users), population.first,
      population.first + (population.users - 1), pairs_text(traffic.pairs), accounts_text(population),
      scenario.direction == scenario::Direction::both ? "both ends send" : "the first of each pair sends");
}

std::string body_text(const scenario::Scenario& scenario) {
  if (scenario.stamp_on_top)
    return fmt::format("{} bytes of padding behind a stamp of {}", scenario.length, metrics::stamp_bytes);
  return fmt::format("{} bytes, {}", scenario.length,
                     scenario.length < metrics::stamp_bytes ? "the stamp being in the stanza's id" : "stamp included");
}

std::string messages_text(const scenario::Scenario& scenario, const scenario::Traffic& traffic) {
  const std::string total = traffic.messages ? count(*traffic.messages) + " expected in all" : "until interrupted";
  return fmt::format("{} a sender, {}/s together, {}", scenario::format_rate(scenario.rate_hz),
                     decimal(traffic.messages_per_second), total);
}

std::string phases_text(const scenario::Scenario& scenario, const scenario::Traffic& traffic) {
  return fmt::format("login {} at {}, steady {}, drain at most {}", report::seconds(traffic.login_seconds),
                     scenario::format_rate(scenario.login_rate_hz),
                     scenario.duration ? scenario::format_duration(*scenario.duration) : "until interrupted",
                     scenario::format_duration(scenario.drain));
}

std::string limit_text(std::uint64_t limit) {
  return limit > (std::uint64_t{1} << 40) ? "unlimited" : count(limit);
}

std::string descriptors_text(const scenario::Scenario& scenario, const net::DescriptorLimit& limit) {
  const std::uint64_t needed = descriptors_needed(scenario);
  return fmt::format("{} needed, {} allowed (soft), {} at most (hard){}", count(needed), limit_text(limit.soft),
                     limit_text(limit.hard), needed > limit.hard ? ": TOO FEW" : "");
}

std::string generator_text(const scenario::Scenario& scenario) {
  return fmt::format("{} {}, {}, seed {}", scenario.workers, scenario.workers == 1 ? "worker" : "workers",
                     scenario.tick.count() == 0 ? "event driven" : "tick " + scenario::format_duration(scenario.tick),
                     scenario.seed);
}

}  // namespace

std::uint64_t descriptors_own(const scenario::Scenario& scenario) {
  return descriptors_of_program + descriptors_of_worker * scenario.workers;
}

std::uint64_t descriptors_needed(const scenario::Scenario& scenario) {
  return shard::share_of(scenario, scenario.shard).users + descriptors_own(scenario);
}

void refuse_too_many_users(const RunPlan& plan, const net::DescriptorLimit& limit) {
  const std::uint64_t needed = descriptors_needed(plan.scenario);
  if (needed <= limit.hard) return;
  const std::uint64_t own = descriptors_own(plan.scenario);
  const std::uint64_t possible = limit.hard > own ? (limit.hard - own) / 2 * 2 : 0;
  throw UsageError(
      plan.command == "pairs" ? "USERS" : "--users", std::to_string(plan.scenario.population.users),
      fmt::format("need {} file descriptors in this process, and the hard limit (ulimit -Hn) is {}; give at most {} "
                  "users a process, more --processes, or raise it (limits.conf, LimitNOFILE=)",
                  needed, limit.hard, possible));
}

std::string plan_text(const RunPlan& plan, const net::DescriptorLimit& limit, const Endpoints& endpoints) {
  const scenario::Scenario& scenario = plan.scenario;
  const auto traffic = traffic_of(scenario);
  report::Page page(false);
  page.heading(fmt::format("squall {}: what would be done", plan.command));
  page.field("  Target", target_text(scenario.target));
  if (!endpoints.empty()) page.field("  Addresses", addresses_text(endpoints));
  page.field("  Domain", printable(scenario.target.domain));
  page.field("  Users", users_text(scenario, traffic));
  page.field("  Messages", messages_text(scenario, traffic));
  page.field("  Body", body_text(scenario));
  page.field("  Phases", phases_text(scenario, traffic));
  page.field("  Generator", generator_text(scenario));
  page.field("  Connections", count(scenario.population.users));
  page.field("  Descriptors", descriptors_text(scenario, limit));
  page.field("  Result", plan.json.empty() ? "on the terminal only" : printable(plan.json, 1000));
  return page.text();
}

std::string announcement(const RunPlan& plan, const std::string& address) {
  const scenario::Scenario& scenario = plan.scenario;
  const auto traffic = traffic_of(scenario);
  const double per_minute = 60 * traffic.messages_per_second / scenario.population.users;
  return fmt::format("{} users, {} messages/s, {} a minute averaged over all users, {}, at {}",
                     count(scenario.population.users), decimal(traffic.messages_per_second), decimal(per_minute),
                     scenario.duration ? "for " + scenario::format_duration(*scenario.duration) : "until interrupted",
                     address);
}

}  // namespace squall::cli
