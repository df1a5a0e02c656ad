#pragma once

#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/cli/run_plan.hpp"
#include "src/net/descriptor_limit.hpp"

namespace squall::cli {

/// Descriptors that one process of a run has open at most: one for each of its users, and some of its own.
std::uint64_t descriptors_needed(const scenario::Scenario& scenario);
/// Those that are not for users.
std::uint64_t descriptors_own(const scenario::Scenario& scenario);

/// Throws UsageError if the hard limit is too low, saying which limit it is and what to do.
void refuse_too_many_users(const RunPlan& plan, const net::DescriptorLimit& limit);

/// The resolved plan and what it needs, for --dry-run. `endpoints`: empty for the embedded server.
std::string plan_text(const RunPlan& plan, const net::DescriptorLimit& limit,
                      const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);

/// What is about to happen, in one line.
std::string announcement(const RunPlan& plan, const std::string& address);

}  // namespace squall::cli
