#include "src/report/terminal.hpp"

#include <fmt/format.h>

#include "src/report/page.hpp"
#include "src/report/printable.hpp"
#include "src/report/sections.hpp"
#include "src/report/units.hpp"
#include "src/scenario/quantity.hpp"
#include "src/scenario/traffic.hpp"

namespace squall::report {
namespace {

std::string target_text(const metrics::Result& result) {
  const auto& target = result.scenario.target;
  return fmt::format("{}{}, domain {}", target.embedded ? "embedded server, " : "", printable(result.target_address),
                     printable(target.domain));
}

std::string load_text(const metrics::Result& result) {
  const auto& scenario = result.scenario;
  const auto traffic = scenario::traffic_of(scenario);
  return fmt::format("{} users in {} pairs, {}, {} a sender ({} messages/s), {} bytes {}",
                     count(scenario.population.users), count(traffic.pairs),
                     scenario.direction == scenario::Direction::both ? "both ways" : "one way",
                     scenario::format_rate(scenario.rate_hz), decimal(traffic.messages_per_second),
                     count(scenario.length), scenario.stamp_on_top ? "of padding and a stamp" : "a body");
}

std::string settings_text(const metrics::Result& result) {
  const auto& scenario = result.scenario;
  const std::string tick =
      scenario.tick.count() == 0 ? "event driven" : "tick " + scenario::format_duration(scenario.tick);
  return fmt::format("open loop, {}, seed {}, {} {}", tick, scenario.seed, scenario.workers,
                     scenario.workers == 1 ? "worker" : "workers");
}

Colour colour_of(metrics::Verdict verdict) {
  switch (verdict) {
    case metrics::Verdict::ok:
      return Colour::green;
    case metrics::Verdict::invalid:
      return Colour::yellow;
    default:
      return Colour::red;
  }
}

}  // namespace

void add_run_section(Page& page, const metrics::Result& result) {
  page.heading(fmt::format("squall {} {}, {}", result.command, result.version, result.started_at));
  page.field("  Target", target_text(result));
  page.field("  Load", load_text(result));
  page.field("  Generator", settings_text(result));
  page.field("  Phases", fmt::format("login {}, steady {}, drain {}{}", seconds(result.login_seconds),
                                     seconds(result.steady_seconds), seconds(result.drain_seconds),
                                     result.interrupted ? "; interrupted" : ""));
}

void add_verdict(Page& page, const metrics::Result& result) {
  page.blank();
  page.line("Verdict: " + printable(result.verdict_sentence, 2000), colour_of(result.verdict));
}

std::string terminal_report(const metrics::Result& result, bool colours) {
  Page page(colours);
  add_run_section(page, result);
  add_messages_section(page, result);
  add_latency_section(page, result);
  add_login_section(page, result.funnel, result.scenario.population.users);
  add_transport_section(page, result);
  add_generator_section(page, result.health);
  add_server_section(page, result.server, result.audit);
  add_verdict(page, result);
  return page.text();
}

}  // namespace squall::report
