#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/system/result.hpp>
#include <sys/types.h>

#include "parsers/parser.hpp"
#include "src/server/counts.hpp"
#include "src/server/fault.hpp"
#include "src/server/processing_times.hpp"

namespace squall::server {

struct EmbeddedOptions {
  std::string domain = "localhost";
  std::string accounts_file;  ///< empty: any account whose password equals its name
  parsers::ParserKind parser = parsers::ParserKind::stream;
  std::vector<std::string> more;  ///< further words of its command line, such as {"--forwarding", "rebuild"}
  std::string executable = "/proc/self/exe";
  std::chrono::milliseconds start_timeout{10000};  ///< from exec to `listening`
};

/// How the child ended, and what it counted.
struct EmbeddedEnd {
  int exit_status = -1;     ///< of exit(); -1 if a signal ended it
  int signal = 0;           ///< that ended it; 0 if it exited
  bool killed = false;      ///< it did not answer SIGTERM in time and got SIGKILL
  bool has_counts = false;  ///< it wrote its counts before it ended
  ServerCounts counts;
  FaultCounts faults;  ///< those it was started with --fault for

  bool in_order() const { return exit_status == 0 && !killed; }
  /// In words, for a person: "exited with status 3", "was ended by signal 11 (Segmentation fault)".
  std::string words() const;
};

/// The embedded server as a child process: `squall serve` on a free loopback port, with a process of its own so that
/// its cost can be told from the generator's.
///
/// The child is started with `serve --listen 127.0.0.1:0 --domain D --parser P [--accounts F] --control-fd N` in a
/// session of its own, so that a terminal's Ctrl-C reaches the parent alone, and gets SIGTERM when the thread that
/// started it ends (PR_SET_PDEATHSIG): call start() from the thread that lives as long as the run, such as main's.
/// Protocol on descriptor N, which the child only writes: one line `listening HOST PORT` once it accepts, one line
/// `processing …` (processing_times.hpp) for each SIGUSR1 if it was started with --processing-times, and as its last
/// act one line of `key=value` pairs parted by spaces (see counts.hpp and fault.hpp).
/// Standard output of the child goes nowhere, standard error is shared.
class EmbeddedProcess {
 public:
  /// Starts the child and waits until it listens. Error: one line for a person; no child is left then.
  static boost::system::result<EmbeddedProcess, std::string> start(const EmbeddedOptions& options);

  EmbeddedProcess(EmbeddedProcess&& other) noexcept;
  EmbeddedProcess& operator=(EmbeddedProcess&& other) noexcept;
  /// Stops the child as stop() does, with a second of patience, unless that was done.
  ~EmbeddedProcess();

  const std::string& host() const { return host_; }
  std::uint16_t port() const { return port_; }
  pid_t pid() const { return pid_; }

  /// Readable (POLLIN or POLLHUP) when the child has ended or is about to; for a poll set. Owned by this object.
  int control_descriptor() const { return control_; }
  /// True if the child ended although nobody stopped it; then stop() tells how, without waiting.
  bool has_ended();

  /// What `serve --processing-times` took since the last call; nothing if the child does not say so in time.
  std::optional<ProcessingReport> take_processing_times(std::chrono::milliseconds patience = std::chrono::seconds{5});

  /// SIGTERM, then waits up to `patience` for an orderly end, then SIGKILL. Idempotent: later calls tell the same.
  EmbeddedEnd stop(std::chrono::milliseconds patience = std::chrono::seconds{10});

 private:
  EmbeddedProcess(pid_t pid, int control) : pid_(pid), control_(control) {}
  std::optional<std::string> wait_until_listening(std::chrono::milliseconds patience);
  bool read_control();
  std::optional<std::string> take_line();
  bool reap();
  void read_counts();
  bool wait_exit(std::chrono::milliseconds patience);

  pid_t pid_ = -1;
  int control_ = -1;
  bool is_reaped_ = false;
  std::string host_;
  std::uint16_t port_ = 0;
  std::string said_;  // what came through the control descriptor and is no complete line yet
  EmbeddedEnd end_;
};

}  // namespace squall::server
