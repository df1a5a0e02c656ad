#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "parsers/event.hpp"
#include "src/load/run_plan.hpp"
#include "src/metrics/delivery_audit.hpp"
#include "src/metrics/interval_set.hpp"
#include "src/metrics/latency.hpp"
#include "src/net/connection.hpp"

namespace squall::load {

/// One worker's account: what its users planned, sent and received, and how long it took.
/// Users are named by their index in the population. Not thread-safe. Cost: no allocation while all goes well.
class Ledger {
 public:
  /// `plan` must outlive the ledger.
  Ledger(const RunPlan& plan, std::uint32_t worker);

  /// The stamp of the next message of that user.
  metrics::MessageStamp next_stamp(std::uint32_t user, std::int64_t planned, std::int64_t sent) const;
  void sent(std::uint32_t user) { audit_.sent(local(user)); }
  void unsent(std::uint32_t user, metrics::UnsentReason reason) { audit_.unsent(local(user), reason); }
  /// The last message of that user never left this machine.
  void take_back(std::uint32_t user) { audit_.take_back(local(user), 1); }

  /// What came in is told read by read: which stamp a message has depends on what stands behind it in its read.
  void read_began(net::Arrival arrival) { arrival_ = arrival; }
  void message_received(std::uint32_t receiver, const parsers::Element& message);
  void other_received() { record_pending(metrics::ArrivalStamp::shared); }
  void read_ended() { record_pending(metrics::ArrivalStamp::exact); }

  const metrics::DeliveryAudit& audit() const { return audit_; }
  metrics::DeliveryAudit& audit() { return audit_; }
  const metrics::LatencyFigures& latency() const { return latency_; }
  /// Latencies from the plan since the last call, added to `sum`.
  void take_second(metrics::Histogram& sum);

  /// Messages that came to users of this worker, but belong to another worker's account: sequences by direction.
  using Strays = std::unordered_map<std::uint32_t, metrics::IntervalSet>;
  const Strays& strays() const { return strays_; }

 private:
  std::uint32_t local(std::uint32_t user) const { return plan_.population.local_of(user); }
  void count_message(std::uint32_t receiver, const metrics::MessageStamp& stamp);
  void count_misdelivered(const metrics::MessageStamp& stamp);
  void count_bounce(std::uint32_t receiver, const metrics::MessageStamp& stamp);
  void record_pending(metrics::ArrivalStamp quality);

  const RunPlan& plan_;
  std::uint32_t worker_;
  metrics::DeliveryAudit audit_;
  metrics::LatencyFigures latency_;
  metrics::Histogram second_;
  Strays strays_;
  // Of the read that is being worked on: its last first delivery, whose latency is not recorded yet.
  net::Arrival arrival_;
  std::optional<metrics::MessageStamp> pending_;
  std::string id_scratch_, body_scratch_;
};

}  // namespace squall::load
