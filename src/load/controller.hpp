#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/load/accounts.hpp"
#include "src/load/interrupt.hpp"
#include "src/load/trace.hpp"
#include "src/metrics/result.hpp"
#include "src/net/clock.hpp"
#include "src/net/source_addresses.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::load {

/// Holds the steady phase back until the other processes of a run are ready too. Called by the thread that called
/// run().
class Rendezvous {
 public:
  virtual ~Rendezvous() = default;
  /// Every user of this process is online or has failed for good. Told once, if anybody is online.
  virtual void arrive(std::uint64_t online) = 0;
  /// When the steady phase is to begin; nothing while the others are waited for.
  virtual std::optional<net::TimePoint> start() = 0;
  /// Readable when start() may have something to say.
  virtual int descriptor() const = 0;
};

/// All that a run needs, checked by the caller: the users are even in number where both ends send, the descriptors
/// suffice, the accounts exist for every user number.
struct RunInputs {
  scenario::Scenario scenario;
  /// Where to connect: tried in this order within one login, beginning with the one that answered last. At least one.
  std::vector<boost::asio::ip::tcp::endpoint> endpoints;
  Accounts accounts;
  std::string command = "run";          ///< goes into the result
  TraceSink trace;                      ///< may be empty; used for scenario.trace_user
  net::SourceAddresses sources{};       ///< users are bound to them in turn; empty: the system chooses
  Rendezvous* rendezvous = nullptr;     ///< none: the steady phase begins when everybody has settled
};

/// Shortest body that a scenario may ask for: below metrics::stamp_bytes the stamp stands in the stanza id instead.
inline constexpr std::uint32_t min_body_bytes = 1;

/// Called once a second, and at the end, by the thread that called run().
using Progress = std::function<void(const metrics::Sample&)>;

/// Runs a scenario: one worker thread for each of scenario.workers, the phases login, steady, drain and logout.
/// Blocks until the run is over. Everything is filled in but Result::version and Result::server, verdict included.
/// Answers nothing if `interrupt` was requested twice; all connections are closed then, too.
/// Errors: throws std::system_error if epoll or threads are not to be had. What happens to sessions is data.
std::optional<metrics::Result> run(const RunInputs& inputs, const Progress& progress, Interrupt& interrupt);

}  // namespace squall::load
