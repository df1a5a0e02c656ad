#pragma once

namespace squall::bench {

/// `squall-bench --compare …`: all parsers interleaved in one process, with ratios to expat. Answers the exit code.
int compare(int argc, char** argv);

}  // namespace squall::bench
