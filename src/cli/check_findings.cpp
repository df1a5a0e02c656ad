#include "src/cli/check_findings.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>
#include <sys/timex.h>

#include "src/cli/needs.hpp"
#include "src/net/resolver.hpp"
#include "src/net/source_addresses.hpp"
#include "src/report/printable.hpp"
#include "src/report/units.hpp"

namespace squall::cli {
namespace {

using Level = Finding::Level;
using report::count;

constexpr std::uint32_t users_per_loopback_source = 10'000;  // as src/load/session.cpp spreads them

struct FeatureName {
  std::string_view mark;
  std::string_view name;
};
constexpr std::array feature_names{
    FeatureName{"urn:ietf:params:xml:ns:xmpp-tls", "STARTTLS"},
    FeatureName{"http://jabber.org/features/iq-auth", "legacy authentication (XEP-0078)"},
    FeatureName{"http://jabber.org/features/iq-register", "registration (XEP-0077)"},
    FeatureName{"urn:xmpp:sasl:2", "SASL 2 (XEP-0388)"},
    FeatureName{"urn:xmpp:bind:0", "Bind 2 (XEP-0386)"},
    FeatureName{"urn:xmpp:sm:3", "stream management (XEP-0198)"},
    FeatureName{"urn:xmpp:csi:0", "client state (XEP-0352)"},
    FeatureName{"urn:xmpp:features:rosterver", "roster versioning"},
    FeatureName{"http://jabber.org/features/compress", "compression (XEP-0138)"},
};

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

bool is_clock_synchronised() {
  timex state{};
  return ::adjtimex(&state) != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}

}  // namespace

PortRange local_ports() {
  PortRange range;
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  std::uint32_t first = 0, last = 0;
  if (file >> first >> last && first <= last && last <= 65535) range = {first, last};
  return range;
}

Finding find_descriptors(const scenario::Scenario& scenario, const net::DescriptorLimit& limit) {
  const std::uint64_t needed = descriptors_needed(scenario);
  const std::string what = fmt::format("descriptors: {} needed, {} allowed", count(needed), count(limit.hard));
  if (needed <= limit.hard) return {Level::fine, what, {}};
  return {Level::wrong, what, fmt::format("ulimit -Hn {} (limits.conf, LimitNOFILE=), or --users fewer", needed)};
}

Finding find_ports(std::uint32_t users, std::uint32_t sources, PortRange range) {
  const std::uint64_t ports = std::uint64_t{range.size()} * std::max(1U, sources);
  const std::string what = fmt::format("local ports: {} for {} users, from {} source {}", count(ports), count(users),
                                       count(sources), sources == 1 ? "address" : "addresses");
  const std::uint64_t wanted = std::uint64_t{users} * 2 / std::max(1U, range.size()) + 1;
  const std::string mend =
      fmt::format("--source with {} addresses, or sysctl -w net.ipv4.ip_local_port_range='1024 65535'", wanted);
  if (users > ports) return {Level::wrong, what, mend};
  if (users > ports / 2) return {Level::doubtful, what + "; connecting is slow beyond half of them", mend};
  return {Level::fine, what, {}};
}

Finding find_clock_source(std::string_view name) {
  const std::string what = fmt::format("clock source: {}", name.empty() ? "unknown" : report::printable(name));
  const bool is_slow = name == "hpet" || name == "acpi_pm" || name == "jiffies";
  if (!is_slow) return {Level::fine, what, {}};
  return {Level::doubtful, what + ", which is slow to read",
          "echo tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource"};
}

Finding find_synchronisation(bool is_synchronised) {
  if (is_synchronised) return {Level::fine, "wall clock: synchronised", {}};
  return {Level::fine, "wall clock: not synchronised; it matters only where several machines share a run",
          "timedatectl set-ntp true"};
}

std::uint32_t source_count(const scenario::Scenario& scenario,
                           const std::vector<boost::asio::ip::tcp::endpoint>& endpoints) {
  if (!scenario.transport.source.empty()) {
    const auto sources = net::SourceAddresses::parse(scenario.transport.source);
    return sources ? static_cast<std::uint32_t>(std::max<std::size_t>(1, sources->size())) : 1;
  }
  const bool is_spread = scenario.target.embedded ||
                         (net::are_loopback(endpoints) && !endpoints.empty() && endpoints.front().address().is_v4());
  return is_spread ? (scenario.population.users - 1) / users_per_loopback_source + 1 : 1;
}

Findings look_at_machine(const scenario::Scenario& scenario, const net::DescriptorLimit& limit,
                         const std::vector<boost::asio::ip::tcp::endpoint>& endpoints) {
  return {find_descriptors(scenario, limit),
          find_ports(scenario.population.users, source_count(scenario, endpoints), local_ports()),
          find_clock_source(first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
          find_synchronisation(is_clock_synchronised())};
}

void warn_of(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.level != Level::fine) fmt::print(stderr, "{}; {}\n", finding.what, finding.mend);
  }
}

std::vector<std::string> mechanisms_in(std::string_view transcript) {
  constexpr std::string_view open = "<mechanism>", close = "</mechanism>";
  std::vector<std::string> names;
  for (std::size_t at = transcript.find(open); at != transcript.npos; at = transcript.find(open, at + 1)) {
    const std::size_t begin = at + open.size(), end = transcript.find(close, begin);
    if (end == transcript.npos || end - begin > 64) continue;
    const std::string name = report::printable(transcript.substr(begin, end - begin));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> features_in(std::string_view transcript) {
  std::vector<std::string> names;
  for (const FeatureName& feature : feature_names) {
    if (transcript.find(feature.mark) != transcript.npos) names.emplace_back(feature.name);
  }
  return names;
}

}  // namespace squall::cli
