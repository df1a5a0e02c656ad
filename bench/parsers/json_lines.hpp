#pragma once

#include <string>
#include <vector>

#include "bench/parsers/measure.hpp"

namespace squall::bench {

// What `squall-bench --compare --json` says to a program: one JSON object a line. Fields are only ever added.

/// How this program was built and what it runs on: {"build": {...}}
std::string build_line();

/// A parser is about to read: {"reading": NAME, "corpus": NAME}
std::string reading_line(const Engine& engine, const std::string& corpus);

/// The figures of one setup: {"corpus": ..., "rows": [{..., "seconds": [one a round]}]}
std::string rows_line(const Setup& setup, const std::string& corpus, const std::vector<Row>& rows);

}  // namespace squall::bench
