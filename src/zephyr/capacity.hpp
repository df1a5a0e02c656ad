#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>

#include "src/zephyr/cell.hpp"
#include "src/zephyr/experiment.hpp"

namespace squall::zephyr {

/// A server that is no cell: named, running already, with accounts test1, test2, … whose passwords are their names.
struct Beside {
  std::string name;
  boost::asio::ip::tcp::endpoint endpoint;
  std::string domain;
};

/// One load at one rate.
struct Probe {
  double rate_hz = 0;
  bool is_borne = false;             ///< nothing was lost, p99 from the planned instant under 100 ms
  bool is_generators_limit = false;  ///< not borne, and the generator's sends were late while the server had time left
  double p99 = 0;                    ///< from the planned instant, ns
  double server_busy = 0;            ///< share of its core; 0 if it is not known
};

/// The most that one server bore in one repeat.
struct Capacity {
  double rate_hz = 0;           ///< 0: not even the least was borne
  bool is_lower_bound = false;  ///< the generator could do no more
  std::vector<Probe> probes;
};

/// By repeat: of one cell, or of one server beside.
struct CapacityRow {
  std::string name;
  std::vector<Capacity> repeats;
};

struct CapacityPlan {
  std::vector<Cell> cells;
  std::vector<Beside> beside;
  std::size_t repeats = 5;
  std::uint64_t seed = 1;
  bool is_quick = false;
};

using Probing = std::function<Probe(double rate_hz)>;

/// Probes of that length with a crowd that is online. `cpu`: of the server's process; may be empty.
Probing probing(Crowd& crowd, std::function<CpuTimes()> cpu, std::chrono::milliseconds length);

/// Looks for the highest rate that is borne, between `least` and `most`: doubling, then halving the distance until it
/// is under 4 %.
Capacity search(const Probing& probe, double least, double most);

/// Chat messages, an open loop of two seconds a probe, server and generator on cores of their own.
/// Error: a server did not start, or a crowd could not log in, in one line.
boost::system::result<std::vector<CapacityRow>, std::string> run_capacity(const CapacityPlan& plan, const Cores& cores,
                                                                          Listener& listener);

}  // namespace squall::zephyr
