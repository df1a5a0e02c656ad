#include "src/load/controller.hpp"

#include <algorithm>
#include <memory>
#include <thread>

#include <poll.h>

#include "src/load/phases.hpp"
#include "src/load/process_usage.hpp"
#include "src/load/result_assembly.hpp"
#include "src/load/run_plan.hpp"
#include "src/load/worker.hpp"

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t second = 1000 * ms;
constexpr std::int64_t publish_delay = 25 * ms;  // workers have said what there is to say of a second by then

/// Leads the workers through the phases of one run. Lives on the thread that called run().
class Controller {
 public:
  Controller(const RunInputs& inputs, const Progress& progress, Interrupt& interrupt);
  ~Controller();
  std::optional<metrics::Result> run();

 private:
  void start_workers();
  void wait();
  void take_interrupts();
  Observed observe() const;
  void meet(Observed& seen);
  void advance();
  void entered(Phase phase);
  void sample(std::int64_t at);
  bool has_fault() const;
  void join();
  metrics::Result result();
  std::int64_t now() const { return (net::Clock::now() - plan_.epoch).count(); }

  RunPlan plan_;
  const Progress& progress_;
  Interrupt& interrupt_;
  Orders orders_;
  Phases phases_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  RunRecord record_;
  std::int64_t next_sample_ = second;
  std::int64_t sampled_at_ = 0;
  std::int64_t sampled_cpu_ = process_cpu();
  bool arrived_ = false;
  std::optional<std::int64_t> cpu_at_start_;  // of the steady phase
};

Controller::Controller(const RunInputs& inputs, const Progress& progress, Interrupt& interrupt)
    : plan_(inputs),
      progress_(progress),
      interrupt_(interrupt),
      phases_(plan_.scenario.drain.count(), plan_.scenario.tick.count()) {
  for (std::uint32_t i = 0; i < plan_.population.workers(); ++i) {
    workers_.push_back(std::make_unique<Worker>(plan_, orders_, plan_.population.worker(i)));
  }
}

Controller::~Controller() {
  orders_.abandon = true;
  join();
}

std::optional<metrics::Result> Controller::run() {
  record_.begin();
  start_workers();
  while (phases_.phase() != Phase::done) {
    wait();
    take_interrupts();
    if (orders_.abandon || has_fault()) break;
    advance();
    if (now() >= next_sample_ + publish_delay) sample(next_sample_);
  }
  if (phases_.phase() != Phase::done) orders_.abandon = true;
  join();
  for (const auto& worker : workers_) {
    if (worker->fault()) std::rethrow_exception(worker->fault());
  }
  if (phases_.phase() != Phase::done) return std::nullopt;
  return result();
}

void Controller::start_workers() {
  for (const auto& worker : workers_) threads_.emplace_back([&w = *worker] { w.run(); });
}

void Controller::wait() {
  std::int64_t until = next_sample_ + publish_delay;
  if (const auto deadline = phases_.deadline()) until = std::min(until, *deadline);
  if (!cpu_at_start_ && phases_.steady_start()) until = std::min(until, *phases_.steady_start());
  const std::int64_t limit = std::max<std::int64_t>(0, until - now());
  const timespec timeout{limit / second, limit % second};
  const int others = plan_.inputs.rendezvous != nullptr ? plan_.inputs.rendezvous->descriptor() : -1;
  pollfd watched[] = {{interrupt_.descriptor(), POLLIN, 0}, {orders_.descriptor, POLLIN, 0}, {others, POLLIN, 0}};
  ::ppoll(watched, 3, &timeout, nullptr);
  orders_.drain_notifications();
  interrupt_.acknowledge();
}

void Controller::take_interrupts() {
  if (interrupt_.requests() == 0) return;
  record_.interrupted = true;
  orders_.stop_planning = true;
  if (interrupt_.requests() > 1) orders_.abandon = true;
}

Observed Controller::observe() const {
  Observed seen;
  seen.all_settled = seen.all_planned = seen.all_quiet = seen.all_finished = true;
  seen.interrupted = interrupt_.requests() > 0;
  for (const auto& worker : workers_) {
    const Worker::Status& status = worker->status();
    seen.all_settled &= status.settled;
    seen.all_planned &= status.planned;
    seen.all_quiet &= status.quiet;
    seen.all_finished &= status.finished;
    seen.online += status.online;
  }
  return seen;
}

/// Asks the other processes of the run, if there are any, whether the steady phase may begin.
void Controller::meet(Observed& seen) {
  Rendezvous* others = plan_.inputs.rendezvous;
  if (others == nullptr || phases_.phase() != Phase::login) return;
  if (seen.all_settled && seen.online > 0 && !arrived_) {
    arrived_ = true;
    others->arrive(seen.online);
  }
  const auto start = others->start();
  seen.held = !start;
  if (start) seen.steady_at = (*start - plan_.epoch).count();
}

void Controller::advance() {
  const Phase before = phases_.phase();
  Observed seen = observe();
  meet(seen);
  const Phase after = phases_.advance(now(), seen);
  if (!cpu_at_start_ && phases_.steady_start() && now() >= *phases_.steady_start()) cpu_at_start_ = process_cpu();
  for (int phase = static_cast<int>(before) + 1; phase <= static_cast<int>(after); ++phase) {
    entered(static_cast<Phase>(phase));
  }
}

void Controller::entered(Phase phase) {
  switch (phase) {
    case Phase::steady:
      if (const auto start = phases_.steady_start()) orders_.steady_start = *start;
      return;
    case Phase::drain:
      if (cpu_at_start_) record_.steady_cpu = process_cpu() - *cpu_at_start_;
      record_.resident_bytes = resident_bytes();
      return;
    case Phase::logout:
      orders_.log_out = true;
      return;
    case Phase::login:
    case Phase::done:
      return;
  }
}

void Controller::sample(std::int64_t at) {
  metrics::Snapshot all;
  for (const auto& worker : workers_) all += worker->take_snapshot();
  metrics::Sample sample = all.sample();
  sample.seconds = static_cast<double>(at) / 1e9;
  sample.phase = to_string(phases_.phase());
  const std::int64_t cpu = process_cpu(), sampled = now();
  sample.generator_cpu = static_cast<double>(cpu - sampled_cpu_) / static_cast<double>(sampled - sampled_at_);
  sampled_cpu_ = cpu;
  sampled_at_ = sampled;
  while (next_sample_ <= at) next_sample_ += second;
  record_.series.push_back(sample);
  if (progress_) progress_(sample);
}

bool Controller::has_fault() const {
  // A worker that returns before it was told to has met with an exception.
  return !orders_.log_out && std::ranges::any_of(workers_, [](const auto& w) { return w->status().finished.load(); });
}

void Controller::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

metrics::Result Controller::result() {
  const std::int64_t end = now();
  sample(end);  // with the totals, however short ago the last one was
  record_.login_seconds = phases_.login_seconds(end);
  record_.steady_seconds = phases_.steady_seconds(end);
  record_.drain_seconds = phases_.drain_seconds(end);
  return assemble(plan_, record_, workers_);
}

}  // namespace

std::optional<metrics::Result> run(const RunInputs& inputs, const Progress& progress, Interrupt& interrupt) {
  return Controller(inputs, progress, interrupt).run();
}

}  // namespace squall::load
