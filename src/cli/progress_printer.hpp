#pragma once

#include "src/load/trace.hpp"
#include "src/metrics/result.hpp"

namespace squall::cli {

/// Shows a run's seconds on stderr: one line that is written over on a terminal, else a line each.
class ProgressPrinter {
 public:
  /// `plain`: never write a line over, because other lines come in between.
  explicit ProgressPrinter(bool plain);
  ~ProgressPrinter();  ///< ends the line
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;

  void show(const metrics::Sample& sample);

 private:
  bool rewrites_;
  bool open_ = false;
};

/// Shows the XML of the traced user on stderr, one line a piece, control characters escaped.
load::TraceSink trace_on_stderr(std::uint32_t user);

}  // namespace squall::cli
