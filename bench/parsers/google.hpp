#pragma once

namespace squall::bench {

/// Registers every parser × corpus × feed with Google Benchmark and runs what its flags choose.
int run_google_benchmark(int argc, char** argv);

}  // namespace squall::bench
