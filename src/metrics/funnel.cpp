#include "src/metrics/funnel.hpp"

#include <algorithm>
#include <tuple>

namespace squall::metrics {
namespace {

char harmless(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ? c : '?';
}

std::string name_of(const xmpp::Failure& failure) {
  std::string name{xmpp::to_string(failure.code)};
  if (failure.condition.empty()) return name;
  name += ": ";
  std::ranges::transform(failure.condition.substr(0, 64), std::back_inserter(name), harmless);
  return name;
}

void add_row(std::vector<FunnelRow>& rows, const FunnelRow& row) {
  const auto same =
      std::ranges::find_if(rows, [&row](const FunnelRow& r) { return r.stage == row.stage && r.error == row.error; });
  if (same != rows.end()) {
    same->users += row.users;
  } else {
    rows.push_back(row);
  }
}

void add_rows(std::vector<FunnelRow>& rows, const std::vector<FunnelRow>& more) {
  for (const FunnelRow& row : more) add_row(rows, row);
  std::ranges::sort(rows, {}, [](const FunnelRow& r) { return std::tie(r.stage, r.error); });
}

}  // namespace

FunnelRecorder::FunnelRecorder() : errors_{""} {}

FunnelRecorder::ErrorNumber FunnelRecorder::number_of(const xmpp::Failure& failure) {
  if (!failure) return no_error;
  std::string name = name_of(failure);
  if (errors_.size() >= max_errors) name = "other";
  const auto known = std::ranges::find(errors_, name);
  if (known == errors_.end()) {
    errors_.push_back(std::move(name));
    return static_cast<ErrorNumber>(errors_.size() - 1);
  }
  return static_cast<ErrorNumber>(known - errors_.begin());
}

void FunnelRecorder::stage_left(xmpp::Stage stage, std::int64_t nanoseconds) {
  stage_time_[static_cast<std::size_t>(stage)].record(nanoseconds);
}

void FunnelRecorder::login_completed(std::int64_t nanoseconds, bool first_time_online) {
  login_time_.record(nanoseconds);
  ++(first_time_online ? reached_online_ : reconnected_);
}

void FunnelRecorder::first_try_failed(xmpp::Stage stage, ErrorNumber error) {
  count(first_try_, stage, error);
}

void FunnelRecorder::user_ended(xmpp::Stage stage, ErrorNumber first_error) {
  count(ended_, stage, first_error);
}

void FunnelRecorder::count(std::vector<Count>& counts, xmpp::Stage stage, ErrorNumber error) {
  const auto same = std::ranges::find_if(counts, [=](const Count& c) { return c.stage == stage && c.error == error; });
  if (same != counts.end()) {
    ++same->users;
  } else {
    counts.push_back({stage, error, 1});
  }
}

std::vector<FunnelRow> FunnelRecorder::rows(const std::vector<Count>& counts) const {
  std::vector<FunnelRow> unsorted, sorted;
  for (const Count& c : counts) unsorted.push_back({c.stage, errors_[c.error], c.users});
  add_rows(sorted, unsorted);
  return sorted;
}

Funnel FunnelRecorder::funnel() const {
  Funnel funnel;
  funnel.rows = rows(ended_);
  funnel.tries = tries_;
  funnel.reached_online = reached_online_;
  funnel.dropped = dropped_;
  funnel.reconnected = reconnected_;
  funnel.first_try_failures = rows(first_try_);
  funnel.stage_time = stage_time_;
  funnel.login_time = login_time_;
  return funnel;
}

void merge(Funnel& funnel, const Funnel& other) {
  add_rows(funnel.rows, other.rows);
  add_rows(funnel.first_try_failures, other.first_try_failures);
  funnel.tries += other.tries;
  funnel.reached_online += other.reached_online;
  funnel.dropped += other.dropped;
  funnel.reconnected += other.reconnected;
  for (std::size_t i = 0; i < funnel.stage_time.size(); ++i) funnel.stage_time[i] += other.stage_time[i];
  funnel.login_time += other.login_time;
}

std::uint64_t failed_users(const Funnel& funnel) {
  std::uint64_t failed = 0;
  for (const FunnelRow& row : funnel.rows) {
    if (row.stage != xmpp::Stage::online && !row.error.empty()) failed += row.users;
  }
  return failed;
}

}  // namespace squall::metrics
