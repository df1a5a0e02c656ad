#include "src/load/worker.hpp"

#include <algorithm>
#include <ctime>
#include <stdexcept>

#include <sys/prctl.h>

#include "src/load/sleep.hpp"
#include "src/load/tls_setup.hpp"

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t second = 1000 * ms;
constexpr std::int64_t look_interval = 5 * ms;    // reads may wait so long where nothing is due
constexpr std::int64_t order_interval = 20 * ms;  // an event-driven worker looks for orders
constexpr std::int64_t expiry_interval = 100 * ms;
constexpr std::int64_t logout_patience = 5 * second;
constexpr std::uint32_t logins_a_turn = 256;
constexpr std::uint32_t logouts_a_turn = 20;
constexpr std::size_t read_scratch = 64 * 1024;
constexpr std::size_t write_queue_limit = 64 * 1024;
constexpr std::size_t dispatch_limit = 4096;

std::int64_t thread_cpu() {
  timespec cpu{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  return cpu.tv_sec * second + cpu.tv_nsec;
}

std::uint32_t existing_users(const Population& population, std::uint32_t worker) {
  std::uint32_t count = 0;
  for (std::uint32_t local = 0; local < population.locals(worker); ++local) {
    if (population.exists(population.user_of(worker, local))) ++count;
  }
  return count;
}

std::unique_ptr<net::TlsContext> make_tls(const scenario::Scenario& scenario) {
  if (scenario.transport.tls == scenario::TlsMode::off) return nullptr;
  auto made = net::TlsContext::for_client(tls_options(scenario.transport, scenario.target.domain));
  if (!made) throw std::runtime_error(made.error().text);
  return std::move(*made);
}

std::optional<std::uint32_t> lonely_sender(const Population& population, std::uint32_t worker) {
  for (std::uint32_t local = 0; local < population.locals(worker); ++local) {
    const std::uint32_t user = population.user_of(worker, local);
    if (population.sends(user) && !population.exists(Population::partner(user))) return local;
  }
  return std::nullopt;
}

}  // namespace

Worker::Worker(const RunPlan& plan, Orders& orders, std::uint32_t number)
    : plan_(plan),
      orders_(orders),
      number_(number),
      scratch_(read_scratch),
      workspace_(parsers::make_workspace()),
      tls_(make_tls(plan.scenario)),
      context_{*this,
               plan.population,
               plan.inputs.accounts,
               plan.inputs.endpoints,
               plan.stream,
               number,
               {.poller = poller_,
                .scratch = scratch_,
                .quick_ack = plan.scenario.transport.quick_ack,
                .write_queue_limit = write_queue_limit},
               *workspace_,
               funnel_,
               tls_figures_,
               plan.inputs.sources,
               tls_.get(),
               plan.scenario.transport.tls == scenario::TlsMode::direct,
               {}},
      logins_(plan.population, number, plan.scenario.login_rate_hz, plan.scenario.seed),
      ring_(plan.population, plan.schedule, number),
      writer_(plan.inputs.accounts, plan.codec, plan.scenario.target.domain, plan.form),
      ledger_(plan, number),
      tick_(plan.scenario.tick.count()),
      next_publish_(second) {
  unsettled_ = existing_users(plan.population, number);
  for (std::uint32_t local = 0; local < unsettled_; ++local) sessions_.emplace_back(context_, local);
  lonely_ = lonely_sender(plan.population, number);
  const auto traced = plan.scenario.trace_user;
  if (!traced || !plan.inputs.trace) return;
  const std::uint32_t user = *traced - plan.population.number(0);
  if (!plan.population.exists(user) || plan.population.worker_of(user) != number) return;
  context_.trace = &plan.inputs.trace;
  context_.traced_local = plan.population.local_of(user);
}

void Worker::run() noexcept {
  try {
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    tell();
    while (!is_done()) turn();
    publish(now());
  } catch (...) {
    fault_ = std::current_exception();
  }
  for (Session& session : sessions_) session.cut();
  status_.finished = true;
  orders_.notify();
}

bool Worker::is_done() const {
  if (orders_.abandon.load(std::memory_order_relaxed)) return true;
  if (doing_ != Doing::logging_out || logged_out_ < sessions_.size()) return false;
  return closing_ == 0 || now() >= logout_deadline_;
}

void Worker::turn() {
  const net::TimePoint at = net::Clock::now();
  const std::int64_t now = since_start(at);
  obey(now);
  if (takes_logins()) log_in_due(at);
  if (doing_ == Doing::following_plan) send_due(now);
  read_arrived();
  if (now >= next_expiry_) expire_logins(at);
  if (doing_ == Doing::logging_out) log_out_some();
  tell();
  if (now >= next_publish_) publish(now);
  sleep_until(next_wake(this->now()));
}

void Worker::obey(std::int64_t now) {
  if (doing_ == Doing::logging_in) {
    const std::int64_t start = orders_.steady_start.load(std::memory_order_acquire);
    if (start <= now) {
      begin_steady(start);
    } else {
      steady_start_ = start;
    }
  }
  if (doing_ == Doing::following_plan && orders_.stop_planning.load(std::memory_order_relaxed)) {
    planning_end_ = std::min(planning_end_, now);
  }
  if (doing_ != Doing::logging_out && orders_.log_out.load(std::memory_order_relaxed)) begin_logout(now);
}

void Worker::begin_steady(std::int64_t start) {
  doing_ = Doing::following_plan;
  steady_start_ = start;
  const auto duration = plan_.scenario.duration;
  planning_end_ = duration ? start + duration->count() : Orders::never;
  cpu_at_start_ = thread_cpu();
  published_at_ = now();
  slept_ = 0;
}

void Worker::end_steady(std::int64_t now) {
  doing_ = Doing::draining;
  const std::int64_t wall = std::max<std::int64_t>(1, now - steady_start_);
  steady_cpu_ = static_cast<double>(thread_cpu() - cpu_at_start_) / static_cast<double>(wall);
  status_.planned = true;
  orders_.notify();
}

void Worker::begin_logout(std::int64_t now) {
  if (doing_ == Doing::following_plan) end_steady(now);
  doing_ = Doing::logging_out;
  logins_.cancel();
  for (Session& session : sessions_) {
    session.abandon();
    funnel_.user_ended(session.stage(), session.first_error());
  }
  logging_in_.clear();
}

bool Worker::takes_logins() const {
  return doing_ == Doing::logging_in || (plan_.scenario.reconnect && doing_ != Doing::logging_out);
}

void Worker::log_in_due(net::TimePoint at) {
  const std::int64_t now = since_start(at);
  for (std::uint32_t started = 0; started < logins_a_turn; ++started) {
    const auto local = logins_.take_due(now);
    if (!local) return;
    logging_in_.push_back(*local);
    sessions_[*local].log_in(net::Clock::now());
  }
}

void Worker::expire_logins(net::TimePoint at) {
  next_expiry_ = since_start(at) + expiry_interval;
  std::erase_if(logging_in_, [this](std::uint32_t local) { return !sessions_[local].is_logging_in(); });
  for (const std::uint32_t local : logging_in_) sessions_[local].expire(at);
}

bool Worker::has_planned() const {
  return !ring_.empty() && steady_start_ + ring_.instant() < planning_end_;
}

void Worker::send_due(std::int64_t now) {
  while (has_planned()) {
    const std::int64_t due = steady_start_ + ring_.due();
    if (due > now) break;
    send_one(due);
  }
  if (now >= planning_end_) end_steady(now);
}

void Worker::send_one(std::int64_t due) {
  Session& session = sessions_[ring_.local()];
  ring_.advance();
  if (!session.is_online()) return note_unsent(session, metrics::UnsentReason::not_online);
  const std::uint32_t user = user_of(session);
  const std::int64_t sent = now();
  const std::uint32_t to = plan_.population.number(Population::partner(user));
  const auto unsent = session.send(writer_.write(to, ledger_.next_stamp(user, due, sent)));
  if (unsent) return note_unsent(session, *unsent);
  ledger_.sent(user);
  health_.send_lateness.record(sent - due);
  if (sent - due > metrics::HealthRules{}.late) ++health_.late_over_100ms;
}

void Worker::note_unsent(const Session& session, metrics::UnsentReason reason) {
  ledger_.unsent(user_of(session), reason);
  if (reason == metrics::UnsentReason::not_online && session.is_our_fault()) ++health_.unsent_ours;
}

void Worker::read_arrived() {
  // Once around all sessions at most: what comes in meanwhile is for the next turn.
  for (std::size_t seen = 0; seen <= sessions_.size(); seen += dispatch_limit) {
    if (poller_.dispatch(dispatch_limit) < dispatch_limit) return;
  }
}

void Worker::log_out_some() {
  for (std::uint32_t i = 0; i < logouts_a_turn && logged_out_ < sessions_.size(); ++i) {
    Session& session = sessions_[logged_out_++];
    if (!session.is_online()) continue;
    ++closing_;
    session.log_out();
    logout_deadline_ = now() + logout_patience;
  }
}

/// Nothing that was sent can still arrive. What the partner of an odd last user was sent is waited for by nobody.
bool Worker::is_quiet() const {
  if (doing_ != Doing::draining) return false;
  if (online_ == 0 && setbacks_.empty()) return true;
  const metrics::DeliveryAudit& audit = ledger_.audit();
  const std::uint64_t outstanding = audit.outstanding();
  return outstanding == 0 || (lonely_ && outstanding == audit.outstanding_of(*lonely_));
}

void Worker::tell() {
  status_.online.store(online_, std::memory_order_relaxed);
  const bool quiet = is_quiet();
  const bool settled = unsettled_ == 0;
  const bool news = (quiet && !status_.quiet.load(std::memory_order_relaxed)) ||
                    (settled && !status_.settled.load(std::memory_order_relaxed));
  if (!news) return;
  status_.settled = settled;
  status_.quiet = quiet;
  orders_.notify();
}

void Worker::publish(std::int64_t now) {
  while (next_publish_ <= now) next_publish_ += second;
  if (doing_ == Doing::following_plan) busy_.interval(now - published_at_, slept_);
  published_at_ = now;
  slept_ = 0;
  const std::scoped_lock lock(snapshot_mutex_);
  snapshot_.online = online_;
  snapshot_.failed_users = failed_;
  snapshot_.sent = ledger_.audit().sent_total();
  snapshot_.delivered = ledger_.audit().delivered_total();
  snapshot_.outstanding = ledger_.audit().outstanding();
  ledger_.take_second(snapshot_.second);
}

metrics::Snapshot Worker::take_snapshot() {
  const std::scoped_lock lock(snapshot_mutex_);
  metrics::Snapshot taken = snapshot_;
  snapshot_.second.clear();
  return taken;
}

metrics::GeneratorHealth Worker::health() const {
  metrics::GeneratorHealth health = health_;
  health.worker_cpu.push_back(steady_cpu_);
  health.worker_busy_run.push_back(busy_.longest_run_seconds());
  return health;
}

std::int64_t Worker::next_wake(std::int64_t now) const {
  std::int64_t next = std::min(next_publish_, next_look(now));
  if (doing_ == Doing::following_plan) {
    next = std::min(next, planning_end_);
    if (has_planned()) next = std::min(next, steady_start_ + ring_.due());
  } else if (doing_ == Doing::logging_in) {
    next = std::min(next, steady_start_);
  }
  if (takes_logins()) next = std::min(next, logins_.next_due().value_or(Orders::never));
  return next;
}

// When to look for arrivals and orders even though nothing is due: on the next tick while answers are waited for.
std::int64_t Worker::next_look(std::int64_t now) const {
  const bool waiting = !logging_in_.empty() || doing_ == Doing::logging_out;
  const std::int64_t tick = tick_ == 0 ? ms : tick_;
  if (waiting && (tick_ != 0 || doing_ == Doing::logging_out)) return (now / tick + 1) * tick;
  return now + (tick_ == 0 ? order_interval : std::max(tick_, look_interval));
}

void Worker::sleep_until(std::int64_t when) {
  const std::int64_t before = now();
  woken_at_ = when;
  if (when <= before) return;
  const net::TimePoint until = plan_.epoch + net::Duration(when);
  if (tick_ == 0) {
    sleep_until_readable(poller_.descriptor(), until - net::Clock::now());
  } else {
    sleep_until_instant(until);
  }
  const std::int64_t after = now();
  slept_ += after - before;
  if (tick_ == 0) woken_at_ = after;
}

void Worker::session_online(Session& session) {
  ++online_;
  if (setbacks_.erase(session.local()) > 0) {
    --failed_;
    return;
  }
  last_login_ = now();
  --unsettled_;
}

void Worker::session_failed(Session& session) {
  if (session.stage() == xmpp::Stage::closed) {
    --online_;
    ++failed_;
    funnel_.dropped();
    if (plan_.scenario.reconnect) come_back_later(session);
  } else if (setbacks_.contains(session.local())) {
    come_back_later(session);
  } else if (session.tries() < plan_.scenario.login_tries && doing_ == Doing::logging_in) {
    logins_.retry(session.local(), session.tries(), now());
  } else {
    ++failed_;
    --unsettled_;
  }
}

/// Backed off from the first pause on until a whole login has succeeded.
void Worker::come_back_later(const Session& session) {
  if (doing_ == Doing::logging_out) return;
  const std::uint32_t failures = ++setbacks_[session.local()];
  logins_.reconnect(session.local(), failures, *plan_.scenario.reconnect, now());
}

void Worker::message_untaken(Session& session) {
  if (doing_ != Doing::logging_out) ledger_.take_back(user_of(session));
}

void Worker::read_began(net::Arrival arrival) {
  ledger_.read_began(arrival);
  if (doing_ == Doing::following_plan) health_.read_lateness.record(now() - woken_at_);
}

// What arrives during the logout came after the drain: the account is closed.
void Worker::message_received(Session& session, const parsers::Element& element) {
  if (doing_ != Doing::logging_out) ledger_.message_received(user_of(session), element);
}

}  // namespace squall::load
