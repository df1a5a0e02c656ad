#pragma once

#include "src/cli/run_plan.hpp"
#include "src/metrics/result.hpp"
#include "src/server/embedded_process.hpp"

namespace squall::cli {

/// Starts an embedded server as the plan needs it. Throws std::runtime_error if it does not start.
server::EmbeddedProcess start_embedded(const RunPlan& plan);

/// What one counted, added to what others did.
void add_counts(metrics::ServerCounts& sum, const server::EmbeddedEnd& end);

}  // namespace squall::cli
