#include <fmt/format.h>

#include "src/report/printable.hpp"
#include "src/report/sections.hpp"
#include "src/report/units.hpp"

namespace squall::report {
namespace {

constexpr std::size_t most_rows = 20;  ///< of each list of errors; the rest is in result.json

std::string name_of(xmpp::Stage stage) {
  return std::string(xmpp::to_string(stage));
}

void add_rows(Page& page, const char* title, const std::vector<metrics::FunnelRow>& rows) {
  Table table;
  table.row({title, "first error met", "users"});
  for (std::size_t i = 0; i < rows.size() && i < most_rows; ++i)
    table.row(
        {name_of(rows[i].stage), rows[i].error.empty() ? "none" : printable(rows[i].error, 56), count(rows[i].users)});
  table.print(page, 2);
  if (rows.size() > most_rows) page.line(fmt::format("  and {} more kinds, in result.json", rows.size() - most_rows));
}

void add_time_row(Table& table, const std::string& name, const metrics::Histogram& times) {
  if (times.count() == 0) return;
  table.row({name, count(times.count()), milliseconds(times.min()), milliseconds(times.mean()),
             milliseconds(times.quantile(0.5)), milliseconds(times.quantile(0.9)), milliseconds(times.quantile(0.99)),
             milliseconds(times.max())});
}

void add_stage_times(Page& page, const metrics::Funnel& funnel) {
  Table table;
  table.row({"ms in a stage", "times", "min", "mean", "p50", "p90", "p99", "max"});
  for (std::size_t i = 0; i < xmpp::stage_count; ++i) {
    const auto stage = static_cast<xmpp::Stage>(i);
    if (stage != xmpp::Stage::online && stage != xmpp::Stage::closed)
      add_time_row(table, name_of(stage), funnel.stage_time[i]);
  }
  add_time_row(table, "connect to online", funnel.login_time);
  table.print(page);
}

}  // namespace

void add_login_section(Page& page, const metrics::Funnel& funnel, std::uint32_t users) {
  page.heading("Logins");
  page.line(fmt::format("  {} of {} users were online; {} tries, {} logins/s", count(funnel.reached_online),
                        count(users), count(funnel.tries), decimal(funnel.logins_per_second)),
            funnel.reached_online < users ? Colour::red : Colour::none);
  if (funnel.dropped > 0)
    page.line(fmt::format("  {} times a user lost the connection; {} times one came back", count(funnel.dropped),
                          count(funnel.reconnected)),
              Colour::red);
  add_rows(page, "stage at the end", funnel.rows);
  if (!funnel.first_try_failures.empty()) add_rows(page, "first try failed at", funnel.first_try_failures);
  if (funnel.login_time.count() > 0) add_stage_times(page, funnel);
}

}  // namespace squall::report
