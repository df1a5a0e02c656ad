#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/metrics/message_stamp.hpp"
#include "src/net/clock.hpp"
#include "src/server/fault_hold.hpp"
#include "src/server/fault_plan.hpp"
#include "src/server/forwarder.hpp"
#include "src/server/router.hpp"

namespace squall::server {

/// Routing with faults: stands between the sessions and the router of a server that is to behave badly. What is to be
/// done to a connection is answered to its session, which does it.
/// Instants are the caller's; only the burner of `slow` reads a clock, that of its thread's CPU.
class FaultRouter {
 public:
  /// All must outlive it.
  FaultRouter(FaultPlan plan, std::string_view domain, Router& router, Forwarder& forwarder, ServerCounts& counts);

  /// The step at which a new connection is to fall silent.
  std::optional<FaultKind> accepted();
  void bound(Resource& resource) { bound_.push_back(&resource); }
  /// It goes: what was held of it for its next message goes out now.
  void left(Resource& resource);

  /// Routes a message. Answers what its sender's connection is to suffer afterwards.
  std::optional<FaultKind> message(Resource& sender, const Stanza& stanza, net::TimePoint now);
  void presence(Resource& sender, const Stanza& stanza);
  void iq(Resource& sender, const Stanza& stanza);

  /// Delivers what was held until `now`.
  void release(net::TimePoint now);
  std::optional<net::TimePoint> next_due() const;
  /// The server ends: what is held is lost, and counted as dropped.
  void give_up();
  /// The round of the loop is over: burns what `slow` asks for.
  void end_round();

  FaultPlan& plan() { return plan_; }
  const FaultPlan& plan() const { return plan_; }

 private:
  struct Overtaken {  // held until the next message of its sender
    Resource* sender;
    net::TimePoint due;
    FaultHold::Message message;
  };

  bool ends_here(Resource& sender, const Stanza& stanza, Resource& receiver);
  Resource* third_user(const Resource& sender, const Resource& receiver);
  void pass_on(Resource& sender, Resource& receiver, net::TimePoint now);
  void add_copies(Resource& receiver);
  bool holds_of(const Resource& sender) const;
  bool hold_for_next(Resource& sender, const FaultHold::Message& message, net::TimePoint now);
  void let_overtaken_go(const Resource& sender, net::TimePoint now, bool is_overtaken);
  void send(FaultHold::Message message, net::TimePoint now);
  std::optional<net::TimePoint> due_at(net::TimePoint now);
  void deliver(const FaultHold::Message& message);
  std::optional<FaultKind> connection_fault();
  void hand_out_earlier_run(Resource& receiver, FaultKind kind);

  FaultPlan plan_;
  std::string domain_;
  Router& router_;
  Forwarder& forwarder_;
  ServerCounts& counts_;
  std::vector<Resource*> bound_;
  FaultHold hold_;
  std::vector<Overtaken> overtaken_;
  net::TimePoint next_free_{};  // when `capacity` has room for one message more
  metrics::StampCodec earlier_run_;
  std::uint32_t handed_out_ = 0;
  std::string text_;
  std::uint64_t messages_of_round_ = 0;
  std::int64_t cpu_at_round_ = 0;
};

}  // namespace squall::server
