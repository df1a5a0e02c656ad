#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/system/result.hpp>
#include <sys/types.h>

namespace squall::process {

/// The descriptors on which a child finds its two pipes.
inline constexpr int child_says = 3;   ///< it writes lines there
inline constexpr int child_hears = 4;  ///< it reads lines there

struct ChildCommand {
  std::string executable = "/proc/self/exe";
  std::vector<std::string> words;      ///< its command line, its own name first
  std::size_t longest_line = 1 << 20;  ///< bytes of one line that it may say; a longer one is dropped
};

/// How a child ended.
struct ChildEnd {
  int exit_status = -1;  ///< of exit(); -1 if a signal ended it
  int signal = 0;        ///< that ended it; 0 if it exited
  bool killed = false;   ///< it did not answer SIGTERM in time and got SIGKILL

  /// For a person: "exited with status 3", "was ended by signal 11 (Segmentation fault)".
  std::string words() const;
};

/// A program of our own as a child, spoken with in lines over two pipes. It has a session of its own, so that a
/// terminal's Ctrl-C reaches the parent alone, and gets SIGTERM when the thread that started it ends: start it from the
/// thread that lives as long as it does. Standard input and output are the null device, standard error is shared.
/// One thread.
class ChildProcess {
 public:
  /// Error: one line for a person; no child is left then. A program that cannot be executed exits with status 127.
  static boost::system::result<ChildProcess, std::string> start(const ChildCommand& command);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();  ///< stops it, with a second of patience

  pid_t pid() const { return pid_; }
  /// Readable or hung up when there is something to read() or the child has closed it; for a poll set.
  int descriptor() const { return hears_; }

  /// Takes in what the child has said; false when it will say nothing any more.
  bool read();
  /// One line of what was taken in, without its end.
  std::optional<std::string> take_line();
  /// Sends a line; false if the child does not listen any more.
  bool tell(std::string_view line);

  /// How it ended, if it has; does not wait.
  std::optional<ChildEnd> end();
  /// SIGTERM, up to `patience` for an orderly end, then SIGKILL. Idempotent.
  ChildEnd stop(std::chrono::milliseconds patience);

 private:
  ChildProcess(pid_t pid, int says, int hears, std::size_t longest)
      : pid_(pid), says_(says), hears_(hears), longest_line_(longest) {}
  bool wait_exit(std::chrono::milliseconds patience);

  pid_t pid_ = -1;
  int says_ = -1;   // we to it
  int hears_ = -1;  // it to us
  std::size_t longest_line_ = 0;
  bool dropping_ = false;  // the rest of a line that was too long
  std::string said_;
  std::optional<ChildEnd> end_;
};

}  // namespace squall::process
