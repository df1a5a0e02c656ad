#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/server/processing_times.hpp"
#include "src/zephyr/crowd.hpp"
#include "src/zephyr/subject.hpp"

namespace squall::zephyr {

/// The load test of February 2005: so many more clients a step, each sends one message at the same moment, all answers
/// are awaited, until one is missing or the most is reached.
struct Stairs {
  std::size_t step = 100;
  std::size_t most = 2100;
};

/// One step of a climb. Times are nanoseconds, means over the step's messages.
struct StepFigures {
  std::size_t clients = 0;
  std::uint64_t sent = 0, answered = 0, wrong = 0, duplicates = 0;
  std::uint64_t digest = 0;  ///< of all that was answered; the same for the same seed and clients
  double latency = 0, latency_p99 = 0;
  double round_trip = 0;  ///< from the first send to the last answer
  double sending = 0, sending_cpu = 0;

  std::uint64_t processed = 0;  ///< stanzas that the server timed; 0 without instruments
  double first_byte = 0, last_byte = 0;
  double wait = 0, parse = 0, route = 0, write = 0;
  double first_byte_p99 = 0;
  double reads = 0;  ///< a message
  std::uint64_t unstamped = 0;

  double server_cpu = 0;      ///< the server's processor time in all
  double server_waiting = 0;  ///< how long it was ready and had no core

  std::string mark;  ///< why the step is not counted; empty if it is

  double cpu_a_message() const { return answered == 0 ? 0 : server_cpu / static_cast<double>(answered); }
};

/// What a climb asks the server for, around each step. Either may be empty.
struct Watch {
  std::function<CpuTimes()> cpu;
  std::function<server::ProcessingReport()> times;
};

struct Climb {
  std::vector<StepFigures> steps;
  std::string end;  ///< why it ended before the top; empty if it did not
};

using OnStep = std::function<void(const StepFigures&)>;

/// Climbs with a crowd that nobody is in yet. `on_step` may be empty.
Climb climb(Crowd& crowd, const Stairs& stairs, const Watch& watch, const OnStep& on_step);

/// Why a step says nothing about the server: the generator, or the server, was kept off its core, or the server was
/// idle for more than half of the time because messages came too slowly. Empty if all is well.
std::string find_fault(const StepFigures& step);

}  // namespace squall::zephyr
