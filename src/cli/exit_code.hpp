#pragma once

namespace squall::cli {

/// What the program answers to the shell. Where several apply the first of this order wins:
/// usage, nobody_online, invalid, failures, ok.
enum ExitCode : int {
  exit_ok = 0,             ///< all well; also after an ordered interrupt
  exit_failures = 1,       ///< messages lost or users failed
  exit_usage = 2,          ///< the command line or a file named on it is wrong; nothing was started
  exit_nobody_online = 3,  ///< no user could log in
  exit_invalid = 4,        ///< the generator was the bottleneck: the figures say nothing of the server
  exit_internal = 70,      ///< a fault of our own
  exit_interrupted = 130,  ///< interrupted twice: ended at once, nothing reported
};

}  // namespace squall::cli
