#pragma once

#include <string>

#include "src/metrics/result.hpp"
#include "src/report/machine.hpp"

namespace squall::report {

/// Raised whenever a field changes its meaning, its unit or its place, or goes away.
inline constexpr int schema_version = 1;

/// A run as one JSON object: all that the terminal report says and the series and histograms behind it. Times are
/// nanoseconds in fields ending in _ns, else seconds (_s); histograms are [low, high, count] buckets in nanoseconds,
/// `low` inclusive. No password and no password template is in it. Ends in a line end.
/// Spec: RFC 8259
std::string json_report(const metrics::Result& result, const Machine& machine);

}  // namespace squall::report
