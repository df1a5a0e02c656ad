#include "src/report/advice.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "src/report/units.hpp"

namespace squall::report {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t shortest_delayed_ack = 38 * ms;  // Linux delays an acknowledgement by 40 ms at least
constexpr std::int64_t longest_delayed_ack = 46 * ms;

constexpr std::string_view tls_failed = "tls-failed: ";

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The alerts by which a server refuses ours are not meant.
bool is_about_certificate(std::string_view reason) {
  if (reason == "bad-certificate" || reason == "certificate-required" || reason == "unsupported-certificate")
    return false;
  return has(reason, "certificate") || has(reason, "hostname-mismatch") || has(reason, "ip-address-mismatch");
}

std::string advice_on_tls(std::string_view reason) {
  if (reason == "certificate-required") return "the server asks for a certificate: give --client-cert and --client-key";
  if (is_about_certificate(reason))
    return fmt::format(
        "the server's certificate was not accepted ({}): name its CA with --ca FILE, or give --insecure "
        "or --tls off",
        reason);
  if (reason == "not-tls")
    return "the server does not speak TLS there: --tls direct needs a port of its own; try --tls starttls";
  if (reason == "no-tls-version-in-common" || reason == "protocol-version")
    return "give another --tls-version, or none";
  return {};
}

std::string advice_on(std::string_view error, const metrics::Result& result) {
  if (error.starts_with(tls_failed)) return advice_on_tls(error.substr(tls_failed.size()));
  if (error == "tls-required") return "the server requires TLS: give --tls starttls, or --tls direct and its port";
  if (error == "tls-not-offered")
    return "the server does not offer STARTTLS: give --tls direct and its port, or --tls off";
  if (error == "local-limit: local-ports-used-up")
    return fmt::format(
        "local ports used up: {} users, and {} ports on the local addresses in use; give more addresses "
        "with --source",
        count(result.scenario.population.users), count(result.local_ports));
  return {};
}

void add_once(std::vector<std::string>& lines, std::string line) {
  if (!line.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

/// The stages in which the median answer took as long as a delayed acknowledgement.
std::string advice_on_steps(const metrics::Result& result) {
  if (result.scenario.transport.quick_ack) return {};
  for (const auto stage : {xmpp::Stage::stream, xmpp::Stage::auth, xmpp::Stage::bind, xmpp::Stage::session}) {
    const auto& times = result.funnel.stage_time[static_cast<std::size_t>(stage)];
    const std::int64_t median = times.count() == 0 ? 0 : times.quantile(0.5);
    if (median < shortest_delayed_ack || median > longest_delayed_ack) continue;
    return fmt::format(
        "{} took {} ms at the median, the time of a delayed acknowledgement: the server probably sets no "
        "TCP_NODELAY; --quickack shows logins without that",
        xmpp::to_string(stage), milliseconds(median));
  }
  return {};
}

}  // namespace

std::vector<std::string> login_advice(const metrics::Result& result) {
  std::vector<std::string> lines;
  for (const auto& row : result.funnel.first_try_failures) add_once(lines, advice_on(row.error, result));
  for (const auto& row : result.funnel.rows) add_once(lines, advice_on(row.error, result));
  add_once(lines, advice_on_steps(result));
  return lines;
}

}  // namespace squall::report
