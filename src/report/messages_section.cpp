#include <fmt/format.h>

#include "src/report/sections.hpp"
#include "src/report/units.hpp"

namespace squall::report {
namespace {

/// The rows of the sum: every planned message once.
Table outcomes(const metrics::AuditCounts& audit) {
  Table table;
  const auto row = [&](const char* sign, const char* name, std::uint64_t messages) {
    table.row({sign, name, count(messages), share(messages, audit.planned)});
  };
  row(" ", "delivered in order", audit.delivered_in_order);
  row("+", "delivered out of order", audit.delivered_out_of_order);
  row("+", "delivered only to the wrong user", audit.delivered_to_wrong_user_only);
  row("+", "bounced by the server", audit.bounced);
  row("+", "undelivered at the end of the drain", audit.undelivered);
  row("+", "unsent, the user not being online", audit.unsent_not_online);
  row("+", "unsent, the connection being blocked", audit.unsent_blocked);
  row("+", "unsent, the run being aborted", audit.unsent_aborted);
  table.row({"=", audit.sum_of_outcomes() == audit.planned ? "planned" : "sum, which is NOT what was planned",
             count(audit.sum_of_outcomes()), ""});
  return table;
}

std::string arrivals(const metrics::AuditCounts& audit) {
  return fmt::format("  {} arrived: {} first, {} duplicate, {} bounced, {} misdelivered, {} corrupted, {} foreign",
                     count(audit.arrivals), count(audit.arrivals_first), count(audit.arrivals_duplicate),
                     count(audit.arrivals_bounce), count(audit.arrivals_misdelivered), count(audit.arrivals_corrupted),
                     count(audit.arrivals_foreign));
}

double per_second(std::uint64_t messages, double seconds) {
  return seconds > 0 ? static_cast<double>(messages) / seconds : 0;
}

}  // namespace

void add_messages_section(Page& page, const metrics::Result& result) {
  const metrics::AuditCounts& audit = result.audit;
  page.heading("Messages");
  outcomes(audit).print(page, 2);
  if (audit.sum_of_outcomes() != audit.planned)
    page.line(
        fmt::format("  planned were {}: the audit does not add up, which is a fault of squall", count(audit.planned)),
        Colour::red);
  page.line(fmt::format("  {} sent ({} messages/s), {} lost ({} of those sent)", count(audit.sent()),
                        decimal(per_second(audit.sent(), result.steady_seconds)), count(audit.lost()),
                        share(audit.lost(), audit.sent())),
            audit.lost() > 0 ? Colour::red : Colour::none);
  page.line(arrivals(audit));
  if (result.planned_to_nobody > 0)
    page.line(fmt::format("  {} were planned for the last sender's partner, who is not logged in",
                          count(result.planned_to_nobody)));
}

}  // namespace squall::report
