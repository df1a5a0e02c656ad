#pragma once

#include <csignal>

#include "src/load/interrupt.hpp"

namespace squall::cli {

/// While it lives SIGINT and SIGTERM are requests to an Interrupt; a third one ends the program at once, should
/// somebody be stuck. SIGPIPE is ignored. One at a time.
class Signals {
 public:
  explicit Signals(load::Interrupt& interrupt);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
  struct sigaction old_pipe_ {};
};

}  // namespace squall::cli
