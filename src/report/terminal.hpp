#pragma once

#include <string>

#include "src/metrics/result.hpp"

namespace squall::report {

/// The report of a run for a terminal: at most page_columns wide, every figure with its unit, the sentence of the
/// verdict last. Whatever a server said is escaped. Ends in a line end.
std::string terminal_report(const metrics::Result& result, bool colours);

}  // namespace squall::report
