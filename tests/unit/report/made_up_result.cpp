#include "tests/unit/report/made_up_result.hpp"

namespace squall::test {
namespace {

constexpr std::int64_t ms = 1'000'000;

metrics::AuditCounts audit() {
  metrics::AuditCounts audit;
  audit.planned = 15000;
  audit.delivered_in_order = 14960;
  audit.delivered_out_of_order = 3;
  audit.delivered_to_wrong_user_only = 1;
  audit.bounced = 4;
  audit.undelivered = 1;
  audit.unsent_not_online = 29;
  audit.unsent_blocked = 1;
  audit.unsent_aborted = 1;
  audit.arrivals = 14975;
  audit.arrivals_first = 14963;
  audit.arrivals_duplicate = 5;
  audit.arrivals_bounce = 4;
  audit.arrivals_misdelivered = 1;
  audit.arrivals_corrupted = 1;
  audit.arrivals_foreign = 1;
  return audit;
}

metrics::LatencyFigures latency() {
  metrics::LatencyFigures latency;
  latency.from_plan.record(2 * ms, 14962);
  latency.from_plan.record(41234 * ms, 1);
  latency.from_send.record(1 * ms, 14963);
  latency.exact = 14000;
  latency.shared_stamp = 900;
  latency.no_stamp = 63;
  return latency;
}

metrics::Funnel funnel() {
  metrics::Funnel funnel;
  funnel.rows = {{xmpp::Stage::auth, "auth_failed: not-authorized", 1}, {xmpp::Stage::closed, "", 999}};
  funnel.first_try_failures = {{xmpp::Stage::connect, "connect_timed_out", 2}};
  funnel.tries = 1002;
  funnel.reached_online = 999;
  funnel.logins_per_second = 199.7;
  funnel.stage_time[static_cast<std::size_t>(xmpp::Stage::connect)].record(1 * ms, 1000);
  funnel.stage_time[static_cast<std::size_t>(xmpp::Stage::bind)].record(43 * ms, 999);
  funnel.login_time.record(50 * ms, 999);
  return funnel;
}

metrics::GeneratorHealth health() {
  metrics::GeneratorHealth health;
  health.send_lateness.record(ms / 10, 14969);
  health.read_lateness.record(ms / 20, 30000);
  health.unsent_ours = 2;
  health.late_over_100ms = 1;
  health.worker_cpu = {0.0125, 0.5};
  health.worker_busy_run = {0, 1.5};
  health.cpu_us_per_message = 15.25;
  health.rss_bytes = 20 << 20;
  return health;
}

}  // namespace

metrics::Result made_up_result() {
  metrics::Result result;
  result.version = "9.8.7";
  result.started_at = "2026-11-30T21:00:00Z";
  result.command = "run";
  result.target_address = "127.0.0.1:5222";
  result.scenario.target.domain = "example.org";
  result.scenario.target.host = "127.0.0.1";
  result.scenario.population.password_template = "hunter2-{n}";
  result.scenario.rate_hz = 0.5;
  result.login_seconds = 5;
  result.steady_seconds = 30;
  result.drain_seconds = 0.25;
  result.pairs = 500;
  result.audit = audit();
  result.latency = latency();
  result.funnel = funnel();
  result.health = health();
  result.server = {true, 14969, 14966, 4, 0, 999};
  result.series = {{1, "login", 200, 0, 0, 0, 0, -1, 0.25}, {2, "steady", 999, 500, 499, 1, 1, 2 * ms, 0.5}};
  result.verdict = metrics::Verdict::lost;
  result.verdict_sentence = "1 user failed, 2 messages were lost";
  return result;
}

}  // namespace squall::test
