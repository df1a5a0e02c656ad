#pragma once

namespace squall::bench {

/// Times hostile input and prints a Markdown table; see --help. The exit code.
int hostile(int argc, char** argv);

}  // namespace squall::bench
