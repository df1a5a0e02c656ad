#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace squall::test {

/// A program of its own, with standard output on a pipe; standard error is shared. It gets SIGTERM when this process
/// ends, however that happens.
class ChildProcess {
 public:
  /// command[0] is looked for in PATH. What cannot be started shows as exit code 127.
  explicit ChildProcess(const std::vector<std::string>& command);
  /// Ends it as terminate() does.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// The next line of its output, without the newline; empty at the end, too. Blocks.
  std::string read_line();
  /// All that is left of its output. Blocks until it closes it.
  std::string read_all();
  /// Blocks until it has ended: its exit code, or 128 + the signal that ended it.
  int wait();
  /// SIGTERM, then wait().
  int terminate();

 private:
  bool read_more();

  pid_t pid_ = -1;
  int output_ = -1;
  int exit_code_ = -1;
  std::string pending_;
};

}  // namespace squall::test
