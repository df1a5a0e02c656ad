#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/integration/server_matrix_cell.hpp"

// Every way into jabberd2, ejabberd and prosody: TLS mode, mechanism, IPv4 and IPv6. What each is to come to stands in
// server_matrix_table.cpp. The summary is printed, and written to the file that SQUALL_MATRIX_SUMMARY names.

namespace squall::test {
namespace {

constexpr int lanes_a_server = 4;  // cells at once, each with users of its own
constexpr int most_tries = 25;     // jabberd2 answers one login in five so under this load, whatever the way in

struct Counts {
  std::size_t ran = 0;
  std::size_t succeeded = 0;
  std::size_t failed_as_expected = 0;
  std::size_t different = 0;
  std::size_t skipped = 0;
  std::size_t run_again = 0;

  Counts& operator+=(const Counts& other) {
    ran += other.ran;
    succeeded += other.succeeded;
    failed_as_expected += other.failed_as_expected;
    different += other.different;
    skipped += other.skipped;
    run_again += other.run_again;
    return *this;
  }
};

std::string line_of(const std::string& name, const Counts& counts) {
  char line[256];
  std::snprintf(line, sizeof line,
                "%-9s %4zu cells ran: %4zu succeeded, %3zu failed as expected with the expected reason, %zu differed; "
                "%zu skipped\n",
                name.c_str(), counts.ran, counts.succeeded, counts.failed_as_expected, counts.different,
                counts.skipped);
  std::string text = line;
  if (counts.run_again > 0)
    text += "          (" + std::to_string(counts.run_again) + " runs met its transient errors and were repeated)\n";
  return text;
}

/// The cells of one server; run by several threads, each of which takes the next one.
class ServerRun {
 public:
  explicit ServerRun(const ServerTable& table) : table_(table), server_(std::string(table.name), 2 * lanes_a_server) {}

  const RealServer& server() const { return server_; }

  Counts run() {
    Cells made = make_cells(table_, server_);
    cells_ = std::move(made.cells);
    counts_.skipped = made.skipped;
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < lanes_a_server; ++lane) lanes.emplace_back([this, lane] { run_lane(1 + 2 * lane); });
    lanes.clear();
    return counts_;
  }

 private:
  void run_lane(int first) {
    for (std::size_t next = next_++; next < cells_.size(); next = next_++) run_one(cells_[next], first);
  }

  void run_one(const Cell& cell, int first) {
    CellResult result = run_cell(cell, first, table_.transient);
    std::size_t again = 0;
    while (!result.difference.empty() && result.is_transient && ++again < most_tries)
      result = run_cell(cell, first, table_.transient);
    const std::lock_guard lock(mutex_);
    ++counts_.ran;
    counts_.run_again += again;
    if (!result.difference.empty()) {
      ++counts_.different;
      ADD_FAILURE() << cell.name << ": " << result.difference << "\n" << result.output;
    } else if (cell.expected.succeeds()) {
      ++counts_.succeeded;
    } else {
      ++counts_.failed_as_expected;
    }
  }

  const ServerTable& table_;
  RealServer server_;
  std::vector<Cell> cells_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  Counts counts_;
};

bool servers_are_required() {
  return std::getenv("CI") != nullptr || std::getenv("SQUALL_REQUIRE_SERVERS") != nullptr;
}

void publish(const std::string& summary) {
  std::fputs(summary.c_str(), stdout);
  const char* name = std::getenv("SQUALL_MATRIX_SUMMARY");
  if (name == nullptr) return;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name, "w"), &std::fclose);
  if (file) std::fputs(summary.c_str(), file.get());
}

/// Starts one server, runs its cells and ends it, all in the calling thread: a child gets its signal when the thread
/// that made it ends.
Counts run_server(const ServerTable& table) {
  ServerRun run(table);
  const std::string name(table.name);
  switch (run.server().start()) {
    case RealServer::Start::ready:
      return run.run();
    case RealServer::Start::failed:
      ADD_FAILURE() << name << " did not start: the reason stands above";
      break;
    case RealServer::Start::not_installed:
      std::printf("%s is not installed: apt-get install --no-install-recommends %s\n", name.c_str(), name.c_str());
      break;
  }
  Counts counts;
  counts.skipped = cells_in(table);
  return counts;
}

TEST(ServerMatrixTest, EveryWayInSucceedsOrFailsForTheReasonInTheTable) {
  std::vector<std::future<Counts>> running;
  for (const ServerTable& table : server_matrix())
    running.push_back(std::async(std::launch::async, [&table] { return run_server(table); }));
  Counts all;
  std::string summary;
  for (std::size_t i = 0; i < running.size(); ++i) {
    const Counts counts = running[i].get();
    summary += line_of(std::string(server_matrix()[i].name), counts);
    all += counts;
  }
  publish(summary + line_of("together", all));

  EXPECT_EQ(all.different, 0U);
  if (all.skipped == 0) return;
  const std::string line = "cells were skipped: a server is not installed, or this machine has no ::1";
  if (servers_are_required()) FAIL() << line;
  GTEST_SKIP() << line;
}

}  // namespace
}  // namespace squall::test
