#include "src/zephyr/subject.hpp"

#include <fstream>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <sched.h>

namespace squall::zephyr {

std::optional<CpuTimes> cpu_times(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/schedstat", process));
  std::int64_t running = 0, waiting = 0;
  if (!(file >> running >> waiting)) return std::nullopt;
  return CpuTimes{net::Duration(running), net::Duration(waiting)};
}

Cores choose_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) return {};
  Cores cores;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed)) continue;
    (cores.generator < 0 ? cores.generator : cores.server) = static_cast<int>(core);
    if (cores.server >= 0) break;
  }
  return cores;
}

void pin(pid_t process, int core) {
  if (core < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  ::sched_setaffinity(process, sizeof set, &set);
}

boost::system::result<Subject, std::string> Subject::start(const Cell& cell, bool instruments, int core) {
  server::EmbeddedOptions options;
  if (cell.plugin.empty()) options.parser = parsers::parser_kind(cell.parser).value();
  options.more = cell.serve_options();
  options.more.insert(options.more.end(), {"--mechanisms", "PLAIN", "--tls", "off", "--max-stanza", "1MiB"});
  if (instruments) options.more.push_back("--processing-times");
  auto process = server::EmbeddedProcess::start(options);
  if (!process) return process.error();
  pin(process->pid(), core);
  return Subject(std::move(*process), instruments);
}

boost::asio::ip::tcp::endpoint Subject::endpoint() const {
  return {boost::asio::ip::make_address(process_.host()), process_.port()};
}

server::ProcessingReport Subject::take_processing_times() {
  if (!instruments_) return {};
  return process_.take_processing_times().value_or(server::ProcessingReport{});
}

}  // namespace squall::zephyr
