#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/net/descriptor_limit.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::cli {

/// Something that was looked at before a run.
struct Finding {
  enum class Level : std::uint8_t { fine, doubtful, wrong } level = Level::fine;
  std::string what;  ///< one line
  std::string mend;  ///< the command or option that mends it; empty where nothing is to be done
};
using Findings = std::vector<Finding>;

/// Local ports that outgoing connections draw from.
struct PortRange {
  std::uint32_t first = 32768;
  std::uint32_t last = 60999;
  std::uint32_t size() const { return last < first ? 0 : last - first + 1; }
};
/// The system's; the usual one where it cannot be read.
PortRange local_ports();

// Pure, so that they can be tested: what the machine has is handed in.
Finding find_descriptors(const scenario::Scenario& scenario, const net::DescriptorLimit& limit);
/// `sources`: local addresses that the users are spread over.
Finding find_ports(std::uint32_t users, std::uint32_t sources, PortRange range);
Finding find_clock_source(std::string_view name);
Finding find_synchronisation(bool is_synchronised);

/// How many local addresses a run spreads its users over.
std::uint32_t source_count(const scenario::Scenario& scenario,
                           const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);

/// What this machine alone tells, quickly.
Findings look_at_machine(const scenario::Scenario& scenario, const net::DescriptorLimit& limit,
                         const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);
/// What is wrong or doubtful among them, on standard error, a line each. For the moment before a run.
void warn_of(const Findings& findings);

/// Names of elements <mechanism/> in a transcript, each once, in order.
std::vector<std::string> mechanisms_in(std::string_view transcript);
/// Features by a name for people: "stream management (XEP-0198)", … each once.
std::vector<std::string> features_in(std::string_view transcript);

}  // namespace squall::cli
