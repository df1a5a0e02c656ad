#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/load/run_plan.hpp"
#include "src/load/worker.hpp"
#include "src/metrics/result.hpp"

namespace squall::load {

/// What the controller itself has to say of a run.
struct RunRecord {
  std::string started_at;
  std::vector<metrics::Sample> series;
  bool interrupted = false;
  double login_seconds = 0, steady_seconds = 0, drain_seconds = 0;
  std::int64_t steady_cpu = 0;  ///< ns
  std::uint64_t resident_bytes = 0;

  void begin();
};

/// Adds up what the workers have, which must have returned, and judges it. Messages that one worker's users got by
/// mistake are settled in the account of the worker they belong to.
metrics::Result assemble(const RunPlan& plan, RunRecord& record, std::vector<std::unique_ptr<Worker>>& workers);

}  // namespace squall::load
