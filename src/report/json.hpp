#pragma once

#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "src/metrics/result.hpp"
#include "src/report/machine.hpp"

namespace squall::report {

/// Raised whenever a field changes its meaning, its unit or its place, or goes away.
inline constexpr int schema_version = 1;

/// As in verdict.code.
std::string_view name_of(metrics::Verdict verdict);

/// A run as one JSON object: all that the terminal report says and the series and histograms behind it. Times are
/// nanoseconds in fields ending in _ns, else seconds (_s); histograms are [low, high, count] buckets in nanoseconds,
/// `low` inclusive. No password and no password template is in it.
/// Schema: docs/result-schema.json, also installed
boost::json::object json_document(const metrics::Result& result, const Machine& machine);
/// The same as text that ends in a line end. Spec: RFC 8259
std::string json_report(const metrics::Result& result, const Machine& machine);

}  // namespace squall::report
