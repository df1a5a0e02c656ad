#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "bench/parsers/measure.hpp"

namespace squall::bench {

/// The setup's stanzas, dealt out to so many connections, each a stream of its own with a parser of its own. Segments
/// of 1460 bytes come from the connections in turn, as a worker with many of them gets them. Making the parsers is not
/// timed. Engines that read only whole stanzas are left out. Ratios refer to the first engine.
std::vector<Row> measure_interleaved(std::span<const std::unique_ptr<Engine>> engines, const Setup& setup,
                                     std::size_t connections, int rounds);

}  // namespace squall::bench
