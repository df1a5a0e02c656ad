#include "src/accounts/account_work.hpp"

#include <algorithm>
#include <memory>

#include <poll.h>

#include "src/accounts/account_job.hpp"
#include "src/net/poller.hpp"

namespace squall::accounts {
namespace {

constexpr std::chrono::milliseconds look_interval{100};
constexpr std::size_t scratch_size = 64 * 1024;

/// The jobs under way, and those still to come.
class Crew {
 public:
  Crew(const Work& work, const std::function<bool()>& is_over) : work_(work), is_over_(is_over) {}

  Outcome perform() {
    while (!is_done()) {
      begin_some();
      wait();
      poller_.dispatch();
      expire_some();
      collect();
    }
    outcome_.left = work_.accounts.size() - next_;
    return outcome_;
  }

 private:
  bool is_done() {
    if (is_over_()) return true;
    return jobs_.empty() && next_ == work_.accounts.size();
  }

  void begin_some() {
    while (jobs_.size() < work_.parallel && next_ < work_.accounts.size()) begin(next_++, 1);
  }

  void begin(std::size_t index, std::uint32_t tries) {
    jobs_.push_back(std::make_unique<Job>(work_, index, tries, network_, *workspace_));
    jobs_.back()->start(net::Clock::now());
  }

  void wait() {
    pollfd watched{poller_.descriptor(), POLLIN, 0};
    const bool is_any_over = std::ranges::any_of(jobs_, [](const auto& job) { return job->is_over(); });
    ::poll(&watched, 1, is_any_over ? 0 : static_cast<int>(look_interval.count()));
  }

  void expire_some() {
    const net::TimePoint now = net::Clock::now();
    if (now < next_look_) return;
    next_look_ = now + look_interval;
    for (const auto& job : jobs_) job->expire(now);
  }

  void collect() {
    for (std::size_t i = 0; i < jobs_.size();) {
      if (!jobs_[i]->is_over()) {
        ++i;
        continue;
      }
      const std::unique_ptr<Job> job = std::exchange(jobs_[i], std::move(jobs_.back()));
      jobs_.pop_back();
      take(*job);
    }
  }

  void take(const Job& job) {
    outcome_.messages += job.messages();
    if (job.succeeded()) {
      ++outcome_.done;
      outcome_.existed += job.existed() ? 1U : 0U;
    } else if (job.is_transient() && job.tries() < work_.tries) {
      begin(job.index(), job.tries() + 1);
    } else {
      ++outcome_.failed;
      ++outcome_.reasons[reason(job.failure())];
    }
  }

  static std::string reason(const xmpp::Failure& failure) {
    std::string text = std::string(xmpp::to_string(failure.stage)) + ": " + std::string(xmpp::to_string(failure.code));
    if (!failure.condition.empty()) text += ": " + failure.condition;
    return text;
  }

  const Work& work_;
  const std::function<bool()>& is_over_;
  net::Poller poller_;
  std::vector<char> scratch_ = std::vector<char>(scratch_size);
  net::ConnectionContext network_{.poller = poller_, .scratch = scratch_, .timestamps = false};
  std::shared_ptr<parsers::Workspace> workspace_ = parsers::make_workspace();
  std::vector<std::unique_ptr<Job>> jobs_;
  std::size_t next_ = 0;
  net::TimePoint next_look_{};
  Outcome outcome_;
};

}  // namespace

Outcome perform(const Work& work, const std::function<bool()>& is_over) {
  return Crew(work, is_over).perform();
}

}  // namespace squall::accounts
