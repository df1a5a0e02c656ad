#include "src/shard/group.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>
#include <poll.h>

#include "src/metrics/result_merge.hpp"
#include "src/net/clock.hpp"
#include "src/process/child_process.hpp"
#include "src/report/read_result.hpp"
#include "src/shard/sample_line.hpp"
#include "src/shard/shard_share.hpp"

namespace squall::shard {
namespace {

using namespace std::chrono_literals;

constexpr auto lead = 300ms;   // from the last arrival to the steady phase: time enough to tell all
constexpr auto patience = 5s;  // for a shard that is told to end at once

/// A folder of our own that goes away with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "squall-shards-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error(fmt::format("cannot make the folder '{}' for the results of the processes", pattern));
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(std::uint32_t number) const { return (path_ / fmt::format("{}.json", number)).string(); }

 private:
  std::filesystem::path path_;
};

struct Member {
  scenario::Shard shard;
  process::ChildProcess process;
  bool arrived = false;
  bool silent = false;  // it will say nothing any more
  std::optional<metrics::Sample> last;
};

class Group {
 public:
  Group(const GroupPlan& plan, const load::Progress& progress, load::Interrupt& interrupt)
      : plan_(plan), progress_(progress), interrupt_(interrupt) {
    for (std::uint32_t i = 0; i < plan.scenario.shard.count; ++i) start({i, plan.scenario.shard.count});
  }

  std::optional<GroupEnd> run() {
    next_show_ = net::Clock::now() + 1s;
    while (!is_over()) {
      wait();
      if (pass_on_interrupts() > 1) return abandon();
      for (Member& member : members_) hear(member);
      begin_steady();
      show();
    }
    return collect();
  }

 private:
  void start(const scenario::Shard& shard);
  void wait();
  int pass_on_interrupts();
  std::nullopt_t abandon();
  void hear(Member& member);
  void begin_steady();
  void show();
  GroupEnd collect();
  bool is_over() const {
    return std::ranges::all_of(members_, [](const Member& member) { return member.silent; });
  }

  const GroupPlan& plan_;
  const load::Progress& progress_;
  load::Interrupt& interrupt_;
  TemporaryFolder folder_;
  std::vector<Member> members_;
  net::TimePoint next_show_;
  bool steady_ = false;
  int passed_on_ = 0;
};

void Group::start(const scenario::Shard& shard) {
  process::ChildCommand command;
  command.executable = plan_.executable;
  command.words = plan_.words;
  const auto more = plan_.more(shard);
  command.words.insert(command.words.end(), more.begin(), more.end());
  command.words.insert(command.words.end(),
                       {"--json", folder_.file(shard.index), "--shard", format_shard(shard), "--shard-link"});
  auto started = process::ChildProcess::start(command);
  if (!started) throw std::runtime_error(started.error());
  members_.push_back({.shard = shard, .process = std::move(*started), .last = std::nullopt});
}

void Group::wait() {
  std::vector<pollfd> watched{{interrupt_.descriptor(), POLLIN, 0}};
  for (const Member& member : members_)
    if (!member.silent) watched.push_back({member.process.descriptor(), POLLIN, 0});
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_show_ - net::Clock::now());
  ::poll(watched.data(), watched.size(), static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000)));
  interrupt_.acknowledge();
}

int Group::pass_on_interrupts() {
  for (; passed_on_ < interrupt_.requests(); ++passed_on_)
    for (Member& member : members_)
      if (!member.process.end()) ::kill(member.process.pid(), SIGINT);
  return passed_on_;
}

/// Asked for by two interrupts, which the shards have got too.
std::nullopt_t Group::abandon() {
  for (Member& member : members_) member.process.stop(patience);
  return std::nullopt;
}

void Group::hear(Member& member) {
  if (member.silent) return;
  member.silent = !member.process.read();
  while (const auto line = member.process.take_line()) {
    if (line->starts_with("arrived ")) member.arrived = true;
    if (auto sample = parse_sample_line(*line)) member.last = std::move(sample);
  }
}

/// When every shard that is left has everybody online: all begin at one instant.
void Group::begin_steady() {
  const bool ready = std::ranges::all_of(members_, [](const Member& m) { return m.arrived || m.silent; });
  if (steady_ || !ready) return;
  steady_ = true;
  const auto at = std::chrono::duration_cast<std::chrono::nanoseconds>((net::Clock::now() + lead).time_since_epoch());
  for (Member& member : members_)
    if (!member.silent) member.process.tell(fmt::format("steady {}", at.count()));
}

void Group::show() {
  if (net::Clock::now() < next_show_) return;
  next_show_ += 1s;
  std::optional<metrics::Sample> all;
  for (const Member& member : members_) {
    if (!member.last) continue;
    if (all)
      metrics::merge(*all, *member.last);
    else
      all = member.last;
  }
  if (all && progress_) progress_(*all);
}

GroupEnd Group::collect() {
  GroupEnd end;
  end.result.scenario = plan_.scenario;
  end.result.command = plan_.command;
  for (Member& member : members_) {
    const process::ChildEnd how = member.process.stop(patience);
    try {
      metrics::merge(end.result, report::read_result(folder_.file(member.shard.index)).result);
    } catch (const report::ResultFileError&) {
      end.lost.push_back(fmt::format("generator process {} {}", format_shard(member.shard), how.words()));
      metrics::merge(end.result, lost_shard(plan_.scenario, member.shard, how.words(), member.arrived && steady_));
    }
  }
  metrics::judge_merged(end.result);
  return end;
}

}  // namespace

std::optional<GroupEnd> run_group(const GroupPlan& plan, const load::Progress& progress, load::Interrupt& interrupt) {
  return Group(plan, progress, interrupt).run();
}

}  // namespace squall::shard
