#pragma once

#include <optional>
#include <string>

#include "src/cli/run_options.hpp"
#include "src/net/source_addresses.hpp"
#include "src/scenario/accounts.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::cli {

/// A run as the options ask for it: every value read and checked, nothing looked up or opened yet but the files named.
struct RunPlan {
  std::string command;  ///< `run` or `pairs`
  scenario::Scenario scenario;
  std::optional<scenario::AccountsFile> accounts;  ///< instead of the templates
  net::SourceAddresses sources;                    ///< none: the system chooses
  std::string json;                                ///< empty: no file is wanted
  bool dry_run = false;
  std::uint32_t processes = 0;  ///< 0: as many as the descriptors need
  bool is_linked = false;       ///< started by another squall, which adds up the results
};

/// Reads the values, then the files they name. Throws UsageError at the first that is wrong.
RunPlan plan_run(const RunOptions& options);
RunPlan plan_pairs(const PairsOptions& options);

/// Most users of one run, and most bytes of one body.
inline constexpr std::uint32_t most_users = 10'000'000;
inline constexpr std::uint32_t most_body_bytes = 1 << 20;

}  // namespace squall::cli
