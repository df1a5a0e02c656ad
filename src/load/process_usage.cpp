#include "src/load/process_usage.hpp"

#include <ctime>
#include <fstream>

#include <unistd.h>

namespace squall::load {

std::int64_t process_cpu() {
  timespec cpu{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return std::int64_t{cpu.tv_sec} * 1'000'000'000 + cpu.tv_nsec;
}

std::uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace squall::load
