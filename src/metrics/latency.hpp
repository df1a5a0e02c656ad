#pragma once

#include <cstdint>

#include "src/metrics/message_stamp.hpp"
#include "src/metrics/result.hpp"

namespace squall::metrics {

/// How well the instant of an arrival is known.
enum class ArrivalStamp : std::uint8_t { exact, shared, none };

/// Records one first delivery that arrived at `arrived` (ns since the epoch of the run).
void record(LatencyFigures& figures, const MessageStamp& stamp, std::int64_t arrived, ArrivalStamp quality);

void merge(LatencyFigures& figures, const LatencyFigures& other);

}  // namespace squall::metrics
