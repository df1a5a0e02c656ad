#pragma once

#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>

#include "src/net/clock.hpp"
#include "src/server/embedded_process.hpp"
#include "src/zephyr/cell.hpp"

namespace squall::zephyr {

/// Processor time of a process's main thread, and how long it waited for a core. Source: /proc/PID/schedstat.
struct CpuTimes {
  net::Duration running{};
  net::Duration waiting{};
};
std::optional<CpuTimes> cpu_times(pid_t process);

/// Which cores the two sides have for themselves; none if this process may run on one core only.
struct Cores {
  int generator = -1;
  int server = -1;
  bool are_apart() const { return generator >= 0; }
};
Cores choose_cores();
/// Keeps the calling thread (0) or a process on one core. Does nothing for -1.
void pin(pid_t process, int core);

/// An embedded server of one cell, as a process of its own.
class Subject {
 public:
  /// Error: one line for a person.
  static boost::system::result<Subject, std::string> start(const Cell& cell, bool instruments, int core);

  boost::asio::ip::tcp::endpoint endpoint() const;
  CpuTimes cpu() const { return cpu_times(process_.pid()).value_or(CpuTimes{}); }
  /// Of the stanzas since the last call; empty without instruments.
  server::ProcessingReport take_processing_times();
  server::EmbeddedEnd stop() { return process_.stop(); }

 private:
  Subject(server::EmbeddedProcess process, bool instruments)
      : process_(std::move(process)), instruments_(instruments) {}

  server::EmbeddedProcess process_;
  bool instruments_;
};

}  // namespace squall::zephyr
