#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/load/due_ring.hpp"
#include "src/load/ledger.hpp"
#include "src/load/login_plan.hpp"
#include "src/load/message_writer.hpp"
#include "src/load/run_plan.hpp"
#include "src/load/session.hpp"
#include "src/load/session_context.hpp"
#include "src/metrics/funnel.hpp"
#include "src/metrics/health.hpp"
#include "src/metrics/snapshot.hpp"

namespace squall::load {

/// One thread and the users pinned to it: it logs them in, sends what is due, reads what arrived, sleeps to the next
/// tick at which something is due or is to be looked at, and says to the controller where it stands.
///
/// Threads: run() belongs to the worker's thread; status() and take_snapshot() may be called by the controller
/// meanwhile, everything else before run() or after it has returned.
class Worker final : private SessionOwner {
 public:
  /// Throws std::system_error if there is no epoll set to be had, std::runtime_error if the files that TLS needs cannot
  /// be used, which the caller has checked before.
  Worker(const RunPlan& plan, Orders& orders, std::uint32_t number);

  /// Blocks until the controller has ordered the end and all sessions are closed. Throws nothing.
  void run() noexcept;

  struct Status {
    std::atomic<bool> settled{false};   ///< every user is online or has failed for good
    std::atomic<bool> planned{false};   ///< every message due before the end was dealt with
    std::atomic<bool> quiet{false};     ///< and none of them is outstanding
    std::atomic<bool> finished{false};  ///< run() is about to return
    std::atomic<std::uint64_t> online{0};
  };
  const Status& status() const { return status_; }
  /// What the worker last said of itself; the histogram of the second is handed over.
  metrics::Snapshot take_snapshot();

  // After run() has returned:
  std::exception_ptr fault() const { return fault_; }
  Ledger& ledger() { return ledger_; }
  metrics::Funnel funnel() const { return funnel_.funnel(); }
  const metrics::TlsFigures& tls_figures() const { return tls_figures_; }
  metrics::GeneratorHealth health() const;
  std::int64_t last_login() const { return last_login_; }  ///< when the last user came online, ns since the run began

  /// Where logins succeed: an index into the endpoints of the run.
  std::size_t endpoint() const { return context_.preferred_endpoint; }

 private:
  void turn();
  bool is_done() const;
  void obey(std::int64_t now);
  void begin_steady(std::int64_t start);
  void end_steady(std::int64_t now);
  void begin_logout(std::int64_t now);

  bool takes_logins() const;
  void come_back_later(const Session& session);
  bool is_quiet() const;
  void log_in_due(net::TimePoint at);
  void expire_logins(net::TimePoint at);
  bool has_planned() const;
  void send_due(std::int64_t now);
  void send_one(std::int64_t due);
  void note_unsent(const Session& session, metrics::UnsentReason reason);
  void read_arrived();
  void log_out_some();

  void tell();
  void publish(std::int64_t now);
  std::int64_t next_wake(std::int64_t now) const;
  std::int64_t next_look(std::int64_t now) const;
  void sleep_until(std::int64_t when);
  std::uint32_t user_of(const Session& session) const { return plan_.population.user_of(number_, session.local()); }
  std::int64_t since_start(net::TimePoint at) const { return (at - plan_.epoch).count(); }
  std::int64_t now() const { return since_start(net::Clock::now()); }

  void session_online(Session& session) override;
  void session_failed(Session& session) override;
  void session_closed() override { --closing_; }
  void message_received(Session& session, const parsers::Element& element) override;
  void other_received() override { ledger_.other_received(); }
  void read_began(net::Arrival arrival) override;
  void read_ended() override { ledger_.read_ended(); }
  void message_untaken(Session& session) override;

  const RunPlan& plan_;
  Orders& orders_;
  std::uint32_t number_;

  net::Poller poller_;
  std::vector<char> scratch_;
  std::shared_ptr<parsers::Workspace> workspace_;
  metrics::FunnelRecorder funnel_;
  metrics::TlsFigures tls_figures_;
  std::unique_ptr<net::TlsContext> tls_;  // outlives the sessions
  SessionContext context_;
  std::deque<Session> sessions_;  // by local index
  LoginPlan logins_;
  DueRing ring_;
  MessageWriter writer_;
  Ledger ledger_;
  metrics::GeneratorHealth health_;
  metrics::BusyMeter busy_;

  /// Failures in a row of those who were online and are to come back, by local index.
  std::unordered_map<std::uint32_t, std::uint32_t> setbacks_;
  std::optional<std::uint32_t> lonely_;    // local index of the sender whose partner there is not
  std::vector<std::uint32_t> logging_in_;  // and some that no longer are, until the next look
  std::uint32_t unsettled_ = 0;
  std::uint64_t online_ = 0;
  std::uint64_t failed_ = 0;
  std::int64_t last_login_ = 0;

  enum class Doing : std::uint8_t { logging_in, following_plan, draining, logging_out };
  Doing doing_ = Doing::logging_in;
  std::int64_t steady_start_ = Orders::never;
  std::int64_t planning_end_ = Orders::never;  // no message due from here on is planned
  std::uint32_t logged_out_ = 0;               // sessions that the logout has come to
  std::uint32_t closing_ = 0;
  std::int64_t logout_deadline_ = Orders::never;

  std::int64_t tick_;
  std::int64_t woken_at_ = 0;  // when this turn was meant to begin
  std::int64_t next_publish_;
  std::int64_t published_at_ = 0;
  std::int64_t next_expiry_ = 0;
  std::int64_t slept_ = 0;  // since published_at_
  std::int64_t cpu_at_start_ = 0;
  double steady_cpu_ = 0;

  Status status_;
  std::mutex snapshot_mutex_;  // taken once a second
  metrics::Snapshot snapshot_;
  std::exception_ptr fault_;
};

}  // namespace squall::load
