#pragma once

#include <memory>
#include <vector>

#include "src/accounts/account_work.hpp"
#include "src/cli/run_options.hpp"
#include "src/cli/run_plan.hpp"
#include "src/net/tls_context.hpp"

namespace squall::cli {

/// Reads target, transport and users as `run` does, any number of them. Throws UsageError.
RunPlan plan_accounts_of(const CommonOptions& common, const std::string& users, const std::string& first);

/// Name and password of every user of the plan.
std::vector<accounts::Account> account_list(const RunPlan& plan);

/// How its server is reached, found and ours; `tls` is filled in and must outlive the work. Throws UsageError.
accounts::Work work_for(const RunPlan& plan, std::unique_ptr<net::TlsContext>& tls);

}  // namespace squall::cli
