#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace squall::test {

/// How a program ended and what it wrote.
struct ProgramEnd {
  int exit_code = -1;  ///< 128 + the signal that ended it
  std::string output;
  std::string errors;
};

/// The squall that was built, running, with both its outputs kept apart. Ended when this ends.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Blocks until standard error holds `text`; false if the program ended before.
  bool wait_for_error_text(const std::string& text);
  /// Sends signals so that they are all pending at once.
  void signal_at_once(const std::vector<int>& signals) const;
  /// The processes that it has started and that live.
  std::vector<pid_t> children() const;
  /// Blocks until it has ended.
  ProgramEnd wait();

 private:
  bool read_errors();

  pid_t pid_ = -1;
  int errors_ = -1;
  int output_ = -1;  // an unlinked file, so that it never blocks the program
  std::string error_text_;
};

/// Runs it to its end.
ProgramEnd run_program(const std::vector<std::string>& arguments);

/// The command line of a process, words parted by spaces; empty if it is gone.
std::string command_line(pid_t process);
bool is_alive(pid_t process);

}  // namespace squall::test
