#include "src/report/machine.hpp"

#include <fstream>
#include <string_view>

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace squall::report {
namespace {

/// What follows `key` on the first line that begins with it.
std::string value_of(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

std::string without(std::string text, std::string_view characters) {
  text.erase(0, std::min(text.find_first_not_of(characters), text.size()));
  text.erase(text.find_last_not_of(characters) + 1);
  return text;
}

std::uint32_t usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  return static_cast<std::uint32_t>(CPU_COUNT(&set));
}

std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) : 0;
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processor = without(value_of("/proc/cpuinfo", "model name"), " \t:");
  machine.cores = usable_cores();
  machine.memory_bytes = memory_bytes();
  utsname name{};
  if (uname(&name) == 0) machine.kernel = std::string(name.sysname) + " " + name.release;
  machine.system = without(value_of("/etc/os-release", "PRETTY_NAME="), "\"");
  return machine;
}

}  // namespace squall::report
