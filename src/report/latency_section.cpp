#include <fmt/format.h>

#include "src/report/sections.hpp"
#include "src/report/units.hpp"

namespace squall::report {
namespace {

void add_row(Table& table, const char* name, const metrics::Histogram& histogram) {
  table.row({name, milliseconds(histogram.min()), milliseconds(histogram.mean()), milliseconds(histogram.quantile(0.5)),
             milliseconds(histogram.quantile(0.9)), milliseconds(histogram.quantile(0.99)),
             milliseconds(histogram.quantile(0.999)), milliseconds(histogram.max())});
}

}  // namespace

void add_latency_section(Page& page, const metrics::Result& result) {
  const metrics::LatencyFigures& latency = result.latency;
  const std::uint64_t finite = latency.from_plan.count() - latency.from_plan.infinite();
  page.heading("Latency");
  if (latency.from_plan.count() == 0) return page.line("  no message arrived");
  Table table;
  table.row({"ms", "min", "mean", "p50", "p90", "p99", "p99.9", "max"});
  add_row(table, "from the planned instant", latency.from_plan);
  add_row(table, "from the real send", latency.from_send);
  table.print(page);
  page.line(fmt::format("  of {} messages, {} lost; min, mean and max are of those that arrived", count(finite),
                        count(result.audit.lost())));
  page.line(fmt::format("  time of arrival: {} stamped by the kernel, {} by a stamp shared in one read, {} unstamped",
                        count(latency.exact), count(latency.shared_stamp), count(latency.no_stamp)));
}

}  // namespace squall::report
