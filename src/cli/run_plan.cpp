#include "src/cli/run_plan.hpp"

#include <algorithm>
#include <limits>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>

#include "src/cli/usage_error.hpp"
#include "src/cli/values.hpp"
#include "src/load/controller.hpp"
#include "src/net/resolver.hpp"
#include "src/report/write_file.hpp"
#include "src/scenario/input_error.hpp"
#include "src/scenario/quantity.hpp"
#include "src/scenario/traffic.hpp"
#include "src/shard/shard_share.hpp"

namespace squall::cli {
namespace {

using namespace std::chrono_literals;
using scenario::Scenario;

constexpr std::uint32_t default_users = 1000;
constexpr std::uint32_t most_processes = 1024;
constexpr std::uint16_t direct_tls_port = 5223;
constexpr auto longest_run = 200 * 24h;                   // what a stamp can say
constexpr double most_messages_a_sender = 1'073'741'823;  // what a stamp can say

/// Calls `read`, and turns what it finds wrong with a file into a UsageError of the option.
template <class Read>
auto from_file(std::string_view option, Read read) {
  try {
    return read();
  } catch (const scenario::InputError& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

void check_user_template(const std::string& text) {
  const bool legal =
      !text.empty() && text.size() <= 1000 && std::none_of(text.begin(), text.end(), [](unsigned char c) {
        return c <= ' ' || c == 0x7F ||
               std::string_view{"\"&'/:<>@"}.find(static_cast<char>(c)) != std::string_view::npos;
      });
  if (!legal)
    throw UsageError("--user", text, "is no localpart; give one such as test{n}, without spaces and \" & ' / : < > @");
  if (text.find("{n}") == std::string::npos)
    throw UsageError("--user", text, "is the same for all users; put {n} where the number of the user goes");
}

void plan_accounts(RunPlan& plan, const CommonOptions& options) {
  auto& population = plan.scenario.population;
  if (!options.accounts.empty()) {
    plan.accounts = from_file("--accounts", [&] { return scenario::read_accounts(options.accounts); });
    population.accounts_file = options.accounts;
    return;
  }
  check_user_template(options.user);
  population.user_template = options.user;
  population.password_template = options.password.empty() ? options.user : options.password;
  if (!options.password_file.empty())
    population.password_template =
        from_file("--password-file", [&] { return scenario::read_password(options.password_file); });
}

void plan_server(scenario::Target& target, const std::string& server) {
  const auto parts = net::parse_host_port(server);
  if (!parts) throw UsageError("--server", server, parts.error());
  target.host = parts->host;
  target.port = parts->port.value_or(target.port);
}

bool is_domain(const std::string& text) {
  return !text.empty() && text.size() <= 1023 && std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return c <= ' ' || c == 0x7F || std::string_view{"\"&'/<>@"}.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

/// The domain where none was given: that of the server's name.
std::string domain_of_server(const scenario::Target& target) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(target.host, error);
  if (error) return target.host;
  if (address.is_loopback()) return "localhost";
  throw UsageError(fmt::format(
      "--domain: it is missing, and the address '{}' does not tell; name the XMPP domain of the server", target.host));
}

void plan_domain(RunPlan& plan, const std::string& domain) {
  auto& target = plan.scenario.target;
  const std::string of_accounts = plan.accounts ? plan.accounts->domain : "";
  if (!domain.empty() && !is_domain(domain))
    throw UsageError("--domain", domain, "is no domain; give one such as example.org");
  if (!domain.empty() && !of_accounts.empty() && domain != of_accounts)
    throw UsageError("--domain", domain,
                     fmt::format("is not the domain of the accounts, which is '{}'; give that, or none", of_accounts));
  if (!domain.empty())
    target.domain = domain;
  else if (!of_accounts.empty())
    target.domain = of_accounts;
  else
    target.domain = target.embedded ? "localhost" : domain_of_server(target);
}

/// The embedded server's certificate is one that it makes itself, for nobody to know.
void plan_transport(RunPlan& plan, const TransportOptions& options) {
  auto& target = plan.scenario.target;
  auto& transport = plan.scenario.transport;
  const bool is_off = target.embedded || plan.command == "pairs";
  transport = plan_transport(options, is_off ? scenario::TlsMode::off : scenario::TlsMode::starttls);
  if (target.embedded && !transport.ca_file.empty())
    throw UsageError("--ca", transport.ca_file, "does not help: the embedded server makes its certificate itself");
  if (target.embedded && transport.tls != scenario::TlsMode::off) transport.insecure = true;
  target.direct_tls = transport.tls == scenario::TlsMode::direct;
  if (target.direct_tls) target.port = direct_tls_port;
  plan.sources = plan_sources(options);
}

void plan_target(RunPlan& plan, const CommonOptions& options) {
  auto& target = plan.scenario.target;
  target.confirmed_mine = options.target.yes_this_server_is_mine;
  target.embedded = options.target.server.empty() && options.target.domain.empty();
  plan_transport(plan, options.transport);
  plan.scenario.features = plan_session(options.session, plan.scenario.transport);
  if (!options.target.server.empty()) plan_server(target, options.target.server);
  plan_domain(plan, options.target.domain);
}

std::uint32_t read_traced_user(const std::string& text, const scenario::Population& population) {
  const std::uint32_t last = population.first + (population.users - 1);
  const auto number =
      text.starts_with("user=") ? scenario::parse_count(std::string_view(text).substr(5)) : std::nullopt;
  if (!number || *number < population.first || *number > last)
    throw UsageError("--trace", text, fmt::format("has to be user=N with N from {} to {}", population.first, last));
  return static_cast<std::uint32_t>(*number);
}

/// Which part of the run this process has, and when it begins.
void plan_sharing(RunPlan& plan, const CommonOptions& options) {
  Scenario& scenario = plan.scenario;
  if (options.processes != "auto") plan.processes = read_count("--processes", options.processes, 1, most_processes);
  if (!options.shard.empty()) {
    const auto shard = shard::parse_shard(options.shard);
    if (!shard) throw UsageError("--shard", options.shard, "has to be I/N, such as 1/4, with I from 1 to N");
    if (shard->count > traffic_of(scenario).pairs)
      throw UsageError("--shard", options.shard,
                       fmt::format("are more shards than there are pairs, which are {}", traffic_of(scenario).pairs));
    if (plan.processes > 1)
      throw UsageError("--processes", options.processes,
                       "does not go with --shard, which is one process; leave it out");
    scenario.shard = *shard;
    plan.processes = 1;
  }
  if (plan.processes > traffic_of(scenario).pairs)
    throw UsageError("--processes", options.processes,
                     fmt::format("are more than there are pairs, which are {}", traffic_of(scenario).pairs));
  if (!options.start_at.empty()) {
    scenario.start_at = scenario::parse_instant(options.start_at);
    if (!scenario.start_at)
      throw UsageError("--start-at", options.start_at, "is no instant; give one such as 2026-12-24T18:00:00Z");
  }
  plan.is_linked = options.shard_link;
}

/// `1s..60s`, or one time for pauses that do not grow.
scenario::Reconnect read_reconnect(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto first = scenario::parse_duration(std::string_view(text).substr(0, dots));
  const auto last =
      dots == std::string::npos ? first : scenario::parse_duration(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1ms || *last < *first || *last > 24h)
    throw UsageError("--reconnect", text,
                     "has to be the first and the longest pause, such as 1s..60s, from 1ms to 24h");
  return {*first, *last};
}

void plan_common(RunPlan& plan, const CommonOptions& options) {
  Scenario& scenario = plan.scenario;
  scenario.login_rate_hz = read_rate("--login-rate", options.login_rate);
  scenario.drain = read_duration("--drain", options.drain, 0s, 24h);
  if (!options.reconnect.empty()) scenario.reconnect = read_reconnect(options.reconnect);
  scenario.tick = read_duration("--tick", options.tick, 0s, 1s);
  scenario.seed = read_seed("--seed", options.seed);
  scenario.workers = read_count("--workers", options.workers, 1, 256);
  if (!options.trace.empty()) scenario.trace_user = read_traced_user(options.trace, scenario.population);
  plan_sharing(plan, options);
  plan.dry_run = options.dry_run;
  plan.json = options.json;
}

/// What no option says alone.
void check_together(const RunPlan& plan) {
  const Scenario& scenario = plan.scenario;
  const auto traffic = traffic_of(scenario);
  if (scenario.workers > traffic.pairs)
    throw UsageError("--workers", std::to_string(scenario.workers),
                     fmt::format("are more than there are pairs, which are {}", traffic.pairs));
  if (scenario.duration &&
      scenario.rate_hz * std::chrono::duration<double>(*scenario.duration).count() > most_messages_a_sender)
    throw UsageError("--duration", scenario::format_duration(*scenario.duration),
                     "is too long for this --rate: a sender has at most 1073741823 messages");
  if (!plan.json.empty())
    if (const std::string why = report::why_not_writable(plan.json); !why.empty())
      throw UsageError("--json", plan.json, why);
}

void check_accounts_suffice(const RunPlan& plan, std::string_view option) {
  if (!plan.accounts) return;
  const auto& population = plan.scenario.population;
  const std::size_t wanted = std::size_t{population.first - 1} + population.users;
  if (plan.accounts->accounts.size() < wanted)
    throw UsageError(option, std::to_string(population.users),
                     fmt::format("are more than '{}' has: users {} to {} are wanted, and it has {} accounts",
                                 population.accounts_file, population.first, wanted, plan.accounts->accounts.size()));
}

std::uint32_t read_first(std::string_view option, const std::string& text) {
  return read_count(option, text, 1, std::numeric_limits<std::uint32_t>::max() - most_users);
}

/// How many lines of the accounts file there are from `first` on, or the default.
std::uint32_t users_by_default(const RunPlan& plan) {
  if (!plan.accounts) return default_users;
  const std::size_t skipped = plan.scenario.population.first - 1;
  const std::size_t lines = plan.accounts->accounts.size();
  if (skipped >= lines)
    throw UsageError("--first", std::to_string(plan.scenario.population.first),
                     fmt::format("is beyond the {} accounts of '{}'", lines, plan.scenario.population.accounts_file));
  return static_cast<std::uint32_t>(lines - skipped);
}

void plan_users(RunPlan& plan, const RunOptions& options) {
  auto& population = plan.scenario.population;
  population.first = read_first("--first", options.first);
  population.users =
      options.users.empty() ? users_by_default(plan) : read_count("--users", options.users, 2, most_users);
  if (population.users % 2 != 0)
    throw UsageError("--users", std::to_string(population.users),
                     options.users.empty() ? "accounts are an odd number; users chat in pairs, so give an even --users"
                                           : "is odd; users chat in pairs, so give an even number");
  check_accounts_suffice(plan, "--users");
}

scenario::Direction read_direction(const std::string& text) {
  if (text == "both") return scenario::Direction::both;
  if (text == "one-way") return scenario::Direction::one_way;
  throw UsageError("--direction", text, "has to be both or one-way");
}

}  // namespace

RunPlan plan_run(const RunOptions& options) {
  RunPlan plan;
  plan.command = "run";
  plan.scenario.rate_hz = read_rate("--rate", options.rate);
  plan.scenario.length = read_bytes("--length", options.length, load::min_body_bytes, most_body_bytes);
  plan.scenario.duration = read_duration("--duration", options.duration, 1ms, longest_run);
  plan.scenario.direction = read_direction(options.direction);
  plan_accounts(plan, options.common);
  plan_users(plan, options);
  plan_target(plan, options.common);
  plan_common(plan, options.common);
  check_together(plan);
  return plan;
}

RunPlan plan_pairs(const PairsOptions& options) {
  RunPlan plan;
  plan.command = "pairs";
  Scenario& scenario = plan.scenario;
  scenario.rate_hz = 1.0 / read_count("-w", options.window, 1, 86400);
  scenario.length = read_bytes("-l", options.length, 0, most_body_bytes);
  scenario.stamp_on_top = true;
  scenario.direction = scenario::Direction::one_way;
  scenario.duration.reset();
  scenario.login_tries = std::numeric_limits<std::uint32_t>::max();
  scenario.population.users = read_count("USERS", options.users, 1, most_users);
  scenario.population.first = read_first("START", options.start);
  plan_accounts(plan, options.common);
  check_accounts_suffice(plan, "USERS");
  plan_target(plan, options.common);
  plan_common(plan, options.common);
  check_together(plan);
  return plan;
}

}  // namespace squall::cli
