#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace squall::plugin {

/// How a child process ended.
struct ChildEnd {
  int exit_status = -1;    ///< of exit(); -1 if a signal ended it
  int signal = 0;          ///< that ended it
  bool silent = false;     ///< it said nothing for too long and was killed
  bool talkative = false;  ///< it said more than anybody would and was killed

  bool in_order() const { return exit_status == 0 && !silent && !talkative; }
  /// For a person: "crashed (signal 11, Segmentation fault)", "said nothing for 20 s", "ended with exit code 3".
  std::string words() const;
  std::chrono::milliseconds patience{};
};

/// What a child may do, and who hears it.
struct ChildTerms {
  std::chrono::milliseconds patience{30000};        ///< without a word
  std::size_t most_output = 64 << 20;               ///< bytes
  std::function<void(std::string_view line)> hear;  ///< each line the child says, without its end; to 64 KB of it
};

/// Runs a function in a forked process of its own, with standard output closed, and ends that process with what the
/// function answers. It speaks by writing lines to the descriptor it is given. Blocks until the child has ended; the
/// child is killed when the caller's thread ends. For a process with one thread.
ChildEnd run_forked(const std::function<int(int descriptor)>& work, const ChildTerms& terms);

/// Runs a program, which speaks on standard output. command[0] is its path. Exit code 127: it could not be started.
ChildEnd run_program(const std::vector<std::string>& command, const ChildTerms& terms);

}  // namespace squall::plugin
