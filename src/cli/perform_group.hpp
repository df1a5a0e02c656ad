#pragma once

#include <cstdint>

#include "src/cli/run_plan.hpp"
#include "src/load/interrupt.hpp"
#include "src/net/descriptor_limit.hpp"

namespace squall::cli {

/// How many processes share the run: as asked for, or as the descriptors of one process need.
std::uint32_t processes_of(const RunPlan& plan, const net::DescriptorLimit& limit);

/// Runs the plan in so many processes of this program, the embedded server too where it is the target, each with its
/// own pairs, and reports as one. Answers the exit code.
int run_in_processes(const RunPlan& plan, std::uint32_t processes, load::Interrupt& interrupt);

}  // namespace squall::cli
