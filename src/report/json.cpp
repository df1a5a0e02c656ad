#include "src/report/json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "src/report/json_scenario.hpp"
#include "src/report/printable.hpp"

namespace squall::report {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

value quantile(const metrics::Histogram& histogram, double q) {
  const std::int64_t at = histogram.quantile(q);
  return at == metrics::Histogram::never ? value("never") : value(at);
}

object json_of(const metrics::Histogram& histogram) {
  array buckets;
  for (const auto& bucket : histogram.buckets()) buckets.push_back(array{bucket.low, bucket.high, bucket.count});
  return {{"count", histogram.count()},
          {"infinite", histogram.infinite()},
          {"min_ns", histogram.min()},
          {"mean_ns", histogram.mean()},
          {"max_ns", histogram.max()},
          {"p50_ns", quantile(histogram, 0.5)},
          {"p90_ns", quantile(histogram, 0.9)},
          {"p99_ns", quantile(histogram, 0.99)},
          {"p99.9_ns", quantile(histogram, 0.999)},
          {"buckets", std::move(buckets)}};
}

object json_of(const Machine& machine) {
  return {{"processor", printable(machine.processor)},
          {"cores", machine.cores},
          {"memory_bytes", machine.memory_bytes},
          {"kernel", printable(machine.kernel)},
          {"system", printable(machine.system)}};
}

object json_of(const metrics::AuditCounts& audit) {
  const object outcomes{{"delivered_in_order", audit.delivered_in_order},
                        {"delivered_out_of_order", audit.delivered_out_of_order},
                        {"delivered_to_wrong_user_only", audit.delivered_to_wrong_user_only},
                        {"bounced", audit.bounced},
                        {"undelivered", audit.undelivered},
                        {"unsent_not_online", audit.unsent_not_online},
                        {"unsent_blocked", audit.unsent_blocked},
                        {"unsent_aborted", audit.unsent_aborted}};
  const object arrivals{{"all", audit.arrivals},
                        {"foreign", audit.arrivals_foreign},
                        {"corrupted", audit.arrivals_corrupted},
                        {"misdelivered", audit.arrivals_misdelivered},
                        {"bounce", audit.arrivals_bounce},
                        {"duplicate", audit.arrivals_duplicate},
                        {"first", audit.arrivals_first}};
  return {{"planned", audit.planned},
          {"sent", audit.sent()},
          {"lost", audit.lost()},
          {"outcomes", outcomes},
          {"arrivals", arrivals}};
}

object json_of(const metrics::LatencyFigures& latency) {
  return {{"from_plan", json_of(latency.from_plan)},
          {"from_send", json_of(latency.from_send)},
          {"stamp_exact", latency.exact},
          {"stamp_shared", latency.shared_stamp},
          {"stamp_none", latency.no_stamp}};
}

array json_of(const std::vector<metrics::FunnelRow>& rows) {
  array out;
  for (const auto& row : rows)
    out.push_back(object{{"stage", xmpp::to_string(row.stage)}, {"error", printable(row.error)}, {"users", row.users}});
  return out;
}

object json_of(const metrics::Funnel& funnel) {
  object stages;
  for (std::size_t i = 0; i < xmpp::stage_count; ++i)
    if (funnel.stage_time[i].count() > 0)
      stages[xmpp::to_string(static_cast<xmpp::Stage>(i))] = json_of(funnel.stage_time[i]);
  return {{"tries", funnel.tries},
          {"reached_online", funnel.reached_online},
          {"dropped", funnel.dropped},
          {"reconnected", funnel.reconnected},
          {"logins_per_second", funnel.logins_per_second},
          {"users", json_of(funnel.rows)},
          {"first_try_failures", json_of(funnel.first_try_failures)},
          {"stage_time", std::move(stages)},
          {"login_time", json_of(funnel.login_time)}};
}

object json_of(const metrics::TlsFigures& tls) {
  return {{"handshakes", tls.handshakes},
          {"resumed", tls.resumed},
          {"failed", tls.failed},
          {"handshake_time", json_of(tls.handshake_time)},
          {"handshakes_per_second", tls.per_second},
          {"version", printable(tls.version)},
          {"cipher", printable(tls.cipher)}};
}

object json_of(const metrics::GeneratorHealth& health) {
  return {{"valid", health.valid},
          {"why_invalid", health.why_invalid},
          {"send_lateness", json_of(health.send_lateness)},
          {"read_lateness", json_of(health.read_lateness)},
          {"unsent_ours", health.unsent_ours},
          {"late_over_100ms", health.late_over_100ms},
          {"worker_cpu_cores", array(health.worker_cpu.begin(), health.worker_cpu.end())},
          {"worker_busy_run_s", array(health.worker_busy_run.begin(), health.worker_busy_run.end())},
          {"cpu_us_per_message", health.cpu_us_per_message},
          {"rss_bytes", health.rss_bytes}};
}

value json_of(const metrics::ServerCounts& server) {
  if (!server.known) return nullptr;
  return object{{"messages_in", server.messages_in},
                {"messages_routed", server.messages_routed},
                {"messages_bounced", server.messages_bounced},
                {"messages_dropped", server.messages_dropped},
                {"sessions", server.sessions}};
}

array json_of(const std::vector<metrics::Sample>& series) {
  array out;
  for (const auto& sample : series)
    out.push_back(object{{"at_s", sample.seconds},
                         {"phase", sample.phase},
                         {"online", sample.online},
                         {"sent", sample.sent},
                         {"delivered", sample.delivered},
                         {"outstanding", sample.outstanding},
                         {"failed_users", sample.failed_users},
                         {"p99_ns", sample.p99_ns < 0 ? value(nullptr) : value(sample.p99_ns)},
                         {"generator_cpu_cores", sample.generator_cpu}});
  return out;
}

}  // namespace

std::string_view name_of(metrics::Verdict verdict) {
  switch (verdict) {
    case metrics::Verdict::ok:
      return "ok";
    case metrics::Verdict::lost:
      return "lost";
    case metrics::Verdict::invalid:
      return "invalid";
    case metrics::Verdict::nobody_online:
      return "nobody-online";
  }
  return "unknown";
}

object json_document(const metrics::Result& result, const Machine& machine) {
  return {{"schema_version", schema_version},
          {"squall_version", result.version},
          {"command", result.command},
          {"started_at", result.started_at},
          {"verdict", {{"code", name_of(result.verdict)}, {"sentence", printable(result.verdict_sentence, 2000)}}},
          {"interrupted", result.interrupted},
          {"machine", json_of(machine)},
          {"scenario", json_of(result.scenario)},
          {"target_address", printable(result.target_address)},
          {"pairs", result.pairs},
          {"phases",
           {{"login_s", result.login_seconds}, {"steady_s", result.steady_seconds}, {"drain_s", result.drain_seconds}}},
          {"audit", json_of(result.audit)},
          {"planned_to_nobody", result.planned_to_nobody},
          {"latency", json_of(result.latency)},
          {"funnel", json_of(result.funnel)},
          {"tls", json_of(result.tls)},
          {"generator", json_of(result.health)},
          {"server", json_of(result.server)},
          {"series", json_of(result.series)}};
}

std::string json_report(const metrics::Result& result, const Machine& machine) {
  return boost::json::serialize(json_document(result, machine)) + "\n";
}

}  // namespace squall::report
