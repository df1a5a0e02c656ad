#pragma once

#include <atomic>

namespace squall::load {

/// How a person ends a run: asked once, it ends in order (nothing more is planned; drain, log out, report);
/// asked twice, at once.
class Interrupt {
 public:
  Interrupt();  ///< throws std::system_error
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Safe in a signal handler and from every thread.
  void request() noexcept;
  int requests() const noexcept { return requests_.load(std::memory_order_acquire); }
  /// Becomes readable with each request.
  int descriptor() const { return descriptor_; }
  /// Makes the descriptor unreadable until the next request; the count stays.
  void acknowledge() noexcept;

 private:
  std::atomic<int> requests_{0};
  int descriptor_ = -1;
};

}  // namespace squall::load
