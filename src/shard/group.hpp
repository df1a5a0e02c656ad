#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/load/controller.hpp"
#include "src/load/interrupt.hpp"
#include "src/metrics/result.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::shard {

/// A run that several processes of this program make together.
struct GroupPlan {
  scenario::Scenario scenario;  ///< of the whole; its shard says how many there are
  std::string command = "run";
  std::vector<std::string> words;  ///< the command line of the whole, program name first
  /// What is added for one shard, such as its server's address; what is added last counts.
  std::function<std::vector<std::string>(const scenario::Shard&)> more;
  std::string executable = "/proc/self/exe";
};

/// What became of it.
struct GroupEnd {
  metrics::Result result;         ///< of all shards, judged
  std::vector<std::string> lost;  ///< one line for each shard that left no result, naming it
};

/// Starts the shards, begins their steady phases at one instant, shows them as one, adds up what they found.
/// A shard that ends without a result is named; its users count as failed, the others go on.
/// An interrupt is passed on; asked twice, nothing is answered, and no shard is left.
/// Errors: throws std::runtime_error if a process or a folder for the results cannot be made.
std::optional<GroupEnd> run_group(const GroupPlan& plan, const load::Progress& progress, load::Interrupt& interrupt);

}  // namespace squall::shard
