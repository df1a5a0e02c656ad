#include "src/report/parts_of_result.hpp"

#include "src/report/json.hpp"

namespace squall::report {
namespace {

metrics::AuditCounts audit_of(const Field& audit) {
  const Field outcomes = audit["outcomes"], arrivals = audit["arrivals"];
  metrics::AuditCounts out;
  out.planned = audit["planned"].count();
  out.delivered_in_order = outcomes["delivered_in_order"].count();
  out.delivered_out_of_order = outcomes["delivered_out_of_order"].count();
  out.delivered_to_wrong_user_only = outcomes["delivered_to_wrong_user_only"].count();
  out.bounced = outcomes["bounced"].count();
  out.undelivered = outcomes["undelivered"].count();
  out.unsent_not_online = outcomes["unsent_not_online"].count();
  out.unsent_blocked = outcomes["unsent_blocked"].count();
  out.unsent_aborted = outcomes["unsent_aborted"].count();
  out.arrivals = arrivals["all"].count();
  out.arrivals_foreign = arrivals["foreign"].count();
  out.arrivals_corrupted = arrivals["corrupted"].count();
  out.arrivals_misdelivered = arrivals["misdelivered"].count();
  out.arrivals_bounce = arrivals["bounce"].count();
  out.arrivals_duplicate = arrivals["duplicate"].count();
  out.arrivals_first = arrivals["first"].count();
  return out;
}

metrics::LatencyFigures latency_of(const Field& latency) {
  metrics::LatencyFigures out;
  out.from_plan = histogram_of(latency["from_plan"]);
  out.from_send = histogram_of(latency["from_send"]);
  out.exact = latency["stamp_exact"].count();
  out.shared_stamp = latency["stamp_shared"].count();
  out.no_stamp = latency["stamp_none"].count();
  return out;
}

xmpp::Stage stage_of(const Field& name) {
  for (std::size_t i = 0; i < xmpp::stage_count; ++i)
    if (xmpp::to_string(static_cast<xmpp::Stage>(i)) == name.text()) return static_cast<xmpp::Stage>(i);
  name.fail("is no stage of a login");
}

std::vector<metrics::FunnelRow> rows_of(const Field& rows) {
  std::vector<metrics::FunnelRow> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({stage_of(rows[i]["stage"]), rows[i]["error"].text(), rows[i]["users"].count()});
  return out;
}

metrics::Funnel funnel_of(const Field& funnel) {
  metrics::Funnel out;
  out.rows = rows_of(funnel["users"]);
  out.tries = funnel["tries"].count();
  out.reached_online = funnel["reached_online"].count();
  out.dropped = funnel["dropped"].count();
  out.reconnected = funnel["reconnected"].count();
  out.first_try_failures = rows_of(funnel["first_try_failures"]);
  for (std::size_t i = 0; i < xmpp::stage_count; ++i) {
    const std::string_view name = xmpp::to_string(static_cast<xmpp::Stage>(i));
    if (funnel["stage_time"].has(name)) out.stage_time[i] = histogram_of(funnel["stage_time"][name]);
  }
  out.login_time = histogram_of(funnel["login_time"]);
  out.logins_per_second = funnel["logins_per_second"].real();
  return out;
}

metrics::TlsFigures tls_of(const Field& tls) {
  metrics::TlsFigures out;
  out.handshakes = tls["handshakes"].count();
  out.resumed = tls["resumed"].count();
  out.failed = tls["failed"].count();
  out.handshake_time = histogram_of(tls["handshake_time"]);
  out.per_second = tls["handshakes_per_second"].real();
  out.version = tls["version"].text();
  out.cipher = tls["cipher"].text();
  return out;
}

std::vector<double> reals_of(const Field& array) {
  std::vector<double> out;
  for (std::size_t i = 0; i < array.size(); ++i) out.push_back(array[i].real());
  return out;
}

metrics::GeneratorHealth health_of(const Field& generator) {
  metrics::GeneratorHealth out;
  out.send_lateness = histogram_of(generator["send_lateness"]);
  out.read_lateness = histogram_of(generator["read_lateness"]);
  out.unsent_ours = generator["unsent_ours"].count();
  out.late_over_100ms = generator["late_over_100ms"].count();
  out.worker_cpu = reals_of(generator["worker_cpu_cores"]);
  out.worker_busy_run = reals_of(generator["worker_busy_run_s"]);
  out.cpu_us_per_message = generator["cpu_us_per_message"].real();
  out.rss_bytes = generator["rss_bytes"].count();
  out.valid = generator["valid"].truth();
  out.why_invalid = generator["why_invalid"].text();
  return out;
}

metrics::ServerCounts server_of(const Field& server) {
  if (server.is_null()) return {};
  return {true,
          server["messages_in"].count(),
          server["messages_routed"].count(),
          server["messages_bounced"].count(),
          server["messages_dropped"].count(),
          server["sessions"].count()};
}

metrics::Sample sample_of(const Field& point) {
  metrics::Sample out;
  out.seconds = point["at_s"].real();
  out.phase = point["phase"].text();
  out.online = point["online"].count();
  out.sent = point["sent"].count();
  out.delivered = point["delivered"].count();
  out.outstanding = point["outstanding"].count();
  out.failed_users = point["failed_users"].count();
  out.p99_ns = point["p99_ns"].is_null() ? -1 : point["p99_ns"].integer();
  out.generator_cpu = point["generator_cpu_cores"].real();
  return out;
}

std::vector<metrics::Sample> series_of(const Field& series) {
  std::vector<metrics::Sample> out;
  const std::size_t points = series.size();
  for (std::size_t i = 0; i < points; ++i) out.push_back(sample_of(series[i]));
  return out;
}

metrics::Verdict verdict_of(const Field& code) {
  using metrics::Verdict;
  for (const Verdict verdict : {Verdict::ok, Verdict::lost, Verdict::invalid, Verdict::nobody_online})
    if (name_of(verdict) == code.text()) return verdict;
  code.fail("is no verdict");
}

}  // namespace

metrics::Histogram histogram_of(const Field& histogram) {
  metrics::Histogram::Parts parts;
  parts.min = histogram["min_ns"].integer();
  parts.max = histogram["max_ns"].integer();
  parts.mean = histogram["mean_ns"].real();
  const Field buckets = histogram["buckets"];
  for (std::size_t i = 0; i < buckets.size(); ++i)
    parts.buckets.push_back({buckets[i][0].integer(), buckets[i][1].integer(), buckets[i][2].count()});
  auto out = metrics::Histogram::restore(parts);
  if (!out) buckets.fail("are not the buckets of a histogram");
  out->record_infinite(histogram["infinite"].count());
  return std::move(*out);
}

Machine machine_of(const Field& machine) {
  Machine out;
  out.processor = machine["processor"].text();
  out.cores = machine["cores"].count32();
  out.memory_bytes = machine["memory_bytes"].count();
  out.kernel = machine["kernel"].text();
  out.system = machine["system"].text();
  return out;
}

metrics::Result result_of(const Field& document) {
  metrics::Result out;
  out.version = document["squall_version"].text();
  out.started_at = document["started_at"].text();
  out.scenario = scenario_of(document["scenario"]);
  out.command = document["command"].text();
  out.target_address = document["target_address"].text();
  out.interrupted = document["interrupted"].truth();
  out.login_seconds = document["phases"]["login_s"].real();
  out.steady_seconds = document["phases"]["steady_s"].real();
  out.drain_seconds = document["phases"]["drain_s"].real();
  out.pairs = document["pairs"].count32();
  out.planned_to_nobody = document["planned_to_nobody"].count();
  out.audit = audit_of(document["audit"]);
  out.latency = latency_of(document["latency"]);
  out.funnel = funnel_of(document["funnel"]);
  out.tls = tls_of(document["tls"]);
  out.health = health_of(document["generator"]);
  out.server = server_of(document["server"]);
  out.series = series_of(document["series"]);
  out.verdict = verdict_of(document["verdict"]["code"]);
  out.verdict_sentence = document["verdict"]["sentence"].text();
  return out;
}

}  // namespace squall::report
