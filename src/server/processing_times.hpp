#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/parser.hpp"
#include "src/metrics/histogram.hpp"
#include "src/net/connection.hpp"

namespace squall::server {

/// What was measured of one span: count and sum exact, values in the histogram's buckets. Times are nanoseconds.
struct Span {
  std::uint64_t count = 0;
  double sum = 0;
  metrics::Histogram values;

  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  Span& operator+=(const Span& other);
};

/// Where the time of stanzas that were handed on to another session went, the sender's own aside.
///
/// From the kernel's receive stamp of the first byte to the return of the system call that took the last byte of the
/// stanza for its receiver:
///
///     wait + parse + route + write = from_first_byte
///
/// wait   what is left: waiting to be read, for the rest of the stanza, for others of the same round of the loop
/// parse  parser and stream rules, over all the reads that brought it
/// route  from the parsed stanza to its bytes in the receiver's output
/// write  the system call, which others of the round may share, and waiting for a receiver that does not read
///
/// A read has one stamp, that of its last segment: where one read brought several segments, the first byte came before
/// its stamp. Where the kernel gave none, the clock just after the read stands in: such stanzas are `unstamped`.
struct ProcessingReport {
  Span from_first_byte, from_last_byte, wait, parse, route, write;
  std::uint64_t reads = 0;      ///< that brought them; one that brought parts of several counts for each
  std::uint64_t unstamped = 0;  ///< stanzas whose times begin at the clock just after a read

  std::uint64_t stanzas() const { return from_first_byte.count; }
  ProcessingReport& operator+=(const ProcessingReport& other);
};

/// One line without its end. Spec: this file and its reader only.
std::string to_line(const ProcessingReport& report);
/// Reads such a line; nothing if it is none. Means and counts are kept exactly, values to the width of a bucket.
std::optional<ProcessingReport> parse_processing_report(std::string_view line);
/// A table for a person.
std::string to_table(const ProcessingReport& report);

class StanzaTimes;

/// Takes the times of a server's sessions. Not thread-safe. Cost: four clock reads a stanza and two a write, all
/// through the vDSO, and the kernel's stamp with each read; see `squall zephyr` for what that is together.
class ProcessingTimes {
 public:
  /// What was taken since the last call.
  ProcessingReport take();

 private:
  friend class StanzaTimes;
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A stanza on its way: its figures so far.
  struct Stanza {
    net::TimePoint first, last;  ///< arrival of the reads with its first and its last byte
    net::Duration parse{}, route{};
    net::TimePoint write_began{};
    std::uint32_t reads = 0;
    std::uint32_t next = none;  ///< of those that wait for the same write
    bool stamped = true;
  };

  void hand_over(const Stanza& stanza, net::TimePoint at);
  std::uint32_t keep(const Stanza& stanza);

  Stanza current_;  // being routed
  StanzaTimes* receiver_ = nullptr;
  bool is_routing_ = false;
  std::vector<Stanza> kept_;  // of all receivers; and free ones
  std::uint32_t free_ = none;
  metrics::Histogram from_first_, from_last_, wait_, parse_, route_, write_;
  std::uint64_t reads_ = 0, unstamped_ = 0;
};

/// One session's part in that. Told of everything in the order in which it happens.
class StanzaTimes {
 public:
  /// `parser`: what the session is read with; both must outlive this.
  StanzaTimes(ProcessingTimes& all, const parsers::Parser& parser) : all_(all), parser_(parser) {}
  ~StanzaTimes();
  StanzaTimes(const StanzaTimes&) = delete;
  StanzaTimes& operator=(const StanzaTimes&) = delete;

  void read_began(net::Arrival arrival);
  /// The parser has a stanza, which is to be routed now.
  void stanza_parsed();
  void stanza_routed();
  /// The parser has nothing more.
  void read_ended();

  /// Something is written for this session, perhaps the stanza that is being routed.
  void addressed();
  void write_began();
  /// The kernel has taken all that was written so far.
  void written();

 private:
  void parsed_until(net::TimePoint now);

  ProcessingTimes& all_;
  const parsers::Parser& parser_;
  net::TimePoint mark_{};  // where the span that is going on began
  net::Arrival arrival_{};
  ProcessingTimes::Stanza incoming_;
  std::uint32_t due_ = ProcessingTimes::none;  // stanzas for this session that wait to be written, a list
};

}  // namespace squall::server
