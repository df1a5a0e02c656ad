#include "src/cli/signals.hpp"

#include <atomic>

#include <unistd.h>

#include "src/cli/exit_code.hpp"

namespace squall::cli {
namespace {

std::atomic<load::Interrupt*> receiver{nullptr};

extern "C" void on_signal(int) {
  load::Interrupt* interrupt = receiver.load();
  if (interrupt == nullptr) return;
  interrupt->request();
  if (interrupt->requests() > 2) ::_exit(exit_interrupted);
}

}  // namespace

Signals::Signals(load::Interrupt& interrupt) {
  receiver = &interrupt;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, &old_pipe_);
}

Signals::~Signals() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
  sigaction(SIGPIPE, &old_pipe_, nullptr);
  receiver = nullptr;
}

}  // namespace squall::cli
