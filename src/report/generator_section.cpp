#include <fmt/format.h>

#include "src/report/printable.hpp"
#include "src/report/sections.hpp"
#include "src/report/units.hpp"

namespace squall::report {
namespace {

void add_lateness(Table& table, const char* name, const metrics::Histogram& lateness) {
  table.row({name, count(lateness.count()), milliseconds(lateness.quantile(0.5)), milliseconds(lateness.quantile(0.99)),
             milliseconds(lateness.max())});
}

void add_workers(Page& page, const metrics::GeneratorHealth& health) {
  Table table;
  table.row({"CPU", "of one core", "longest time over 95 %"});
  for (std::size_t i = 0; i < health.worker_cpu.size(); ++i)
    table.row({fmt::format("worker {}", i + 1), fmt::format("{:.1f} %", 100 * health.worker_cpu[i]),
               i < health.worker_busy_run.size() ? seconds(health.worker_busy_run[i]) : ""});
  table.print(page);
}

std::string agreement(std::uint64_t ours, std::uint64_t theirs) {
  return ours == theirs ? "agrees" : ours > theirs ? count(ours - theirs) + " fewer" : count(theirs - ours) + " more";
}

}  // namespace

void add_generator_section(Page& page, const metrics::GeneratorHealth& health) {
  page.heading("Generator");
  Table table;
  table.row({"lateness, ms", "times", "p50", "p99", "max"});
  add_lateness(table, "of sends, behind the plan", health.send_lateness);
  add_lateness(table, "of reads, behind the wake-up", health.read_lateness);
  table.print(page);
  add_workers(page, health);
  page.line(fmt::format("  {:.1f} µs of CPU a message sent and received, {} resident", health.cpu_us_per_message,
                        mebibytes(health.rss_bytes)));
  page.line(fmt::format("  {} sends not made for reasons of our own, {} over 100 ms late", count(health.unsent_ours),
                        count(health.late_over_100ms)));
  if (health.valid) return page.line("  the generator was not the bottleneck");
  page.line(fmt::format("  INVALID: {}", printable(health.why_invalid, 1000)), Colour::yellow);
}

void add_server_section(Page& page, const metrics::ServerCounts& server, const metrics::AuditCounts& audit) {
  if (!server.known) return;
  page.heading("Server's own count");
  Table table;
  table.row({"messages", "server", "audit", ""});
  const auto row = [&](const char* name, std::uint64_t theirs, std::uint64_t ours) {
    table.row({name, count(theirs), count(ours), agreement(ours, theirs)});
  };
  row("received", server.messages_in, audit.sent());
  row("routed", server.messages_routed, audit.arrivals - audit.arrivals_bounce);
  row("bounced", server.messages_bounced, audit.arrivals_bounce);
  table.print(page);
  if (server.messages_dropped > 0) page.line(fmt::format("  {} dropped by the server", count(server.messages_dropped)));
}

}  // namespace squall::report
