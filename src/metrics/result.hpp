#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/metrics/audit_counts.hpp"
#include "src/metrics/histogram.hpp"
#include "src/metrics/tls_figures.hpp"
#include "src/scenario/scenario.hpp"
#include "xmpp/stream/stage.hpp"

namespace squall::metrics {

/// One row of the login funnel: users that stand at `stage` with `error` as the first thing that went wrong
/// ("" = nothing did).
struct FunnelRow {
  xmpp::Stage stage = xmpp::Stage::resolve;
  std::string error;
  std::uint64_t users = 0;
};

struct Funnel {
  std::vector<FunnelRow> rows;                          ///< users add up to the users of the scenario
  std::uint64_t tries = 0;                              ///< logins started
  std::uint64_t reached_online = 0;                     ///< users that were online at least once
  std::uint64_t dropped = 0;                            ///< times that a user who was online lost the connection
  std::uint64_t reconnected = 0;                        ///< times that one came back
  std::vector<FunnelRow> first_try_failures;            ///< stage and error of first tries that failed
  std::array<Histogram, xmpp::stage_count> stage_time;  ///< time from entering a stage to leaving it, nanoseconds
  Histogram login_time;                                 ///< connect to online
  double logins_per_second = 0;                         ///< reached while logins were going on
};

/// One second of the run, as the progress line shows it.
struct Sample {
  double seconds = 0;  ///< since the run began
  std::string phase;   ///< login, steady, drain, logout
  std::uint64_t online = 0;
  std::uint64_t sent = 0;  ///< since the run began
  std::uint64_t delivered = 0;
  std::uint64_t outstanding = 0;
  std::uint64_t failed_users = 0;
  std::int64_t p99_ns = -1;  ///< of the messages that arrived in this second, from the plan; -1: none
  double generator_cpu = 0;  ///< cores in use during this second
};

struct GeneratorHealth {
  Histogram send_lateness;        ///< real send minus planned instant, ns
  Histogram read_lateness;        ///< read minus the instant its worker meant to wake up, ns
  std::uint64_t unsent_ours = 0;  ///< planned sends that did not happen for reasons of the generator
  std::uint64_t late_over_100ms = 0;
  std::vector<double> worker_cpu;       ///< share of one core over the steady phase, by worker
  std::vector<double> worker_busy_run;  ///< longest time on end, seconds, that a worker was busy over 95 %
  double cpu_us_per_message = 0;  ///< user + system of the process in the steady phase, a message sent and received
  std::uint64_t rss_bytes = 0;    ///< at the end of the steady phase
  bool valid = true;
  std::string why_invalid;  ///< in words, for a person
};

struct LatencyFigures {
  Histogram from_plan;  ///< ns; first deliveries
  Histogram from_send;
  std::uint64_t exact = 0;         ///< stamp of the kernel for this stanza alone
  std::uint64_t shared_stamp = 0;  ///< several stanzas came in one read: the true arrival lies at or before the stamp
  std::uint64_t no_stamp = 0;      ///< clock just after the read
};

/// What the embedded server counted, held against the audit.
struct ServerCounts {
  bool known = false;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_routed = 0;
  std::uint64_t messages_bounced = 0;
  std::uint64_t messages_dropped = 0;  ///< answered by nothing, for whatever reason
  std::uint64_t sessions = 0;          ///< logins that it completed
};

enum class Verdict : std::uint8_t { ok, lost, invalid, nobody_online };

/// A run, complete or interrupted: everything that a report says comes from here.
struct Result {
  std::string version;
  std::string started_at;  ///< RFC 3339, UTC
  scenario::Scenario scenario;
  std::string command;         ///< `run` or `pairs`
  std::string target_address;  ///< as connected to
  bool interrupted = false;
  double login_seconds = 0;
  double steady_seconds = 0;
  double drain_seconds = 0;
  std::uint32_t pairs = 0;
  std::uint64_t planned_to_nobody = 0;  ///< planned for the partner that an odd number of users lacks
  AuditCounts audit;
  LatencyFigures latency;
  Funnel funnel;
  TlsFigures tls;
  std::uint64_t local_ports = 0;  ///< that connections to one address can be made from, on all local addresses in use
  GeneratorHealth health;
  ServerCounts server;
  std::vector<Sample> series;
  Verdict verdict = Verdict::ok;
  std::string verdict_sentence;
};

}  // namespace squall::metrics
