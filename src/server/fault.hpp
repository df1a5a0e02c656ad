#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/system/result.hpp>

namespace squall::server {

/// What the embedded server can be told to do wrong. The table behind fault_table() says what each is.
enum class FaultKind : std::uint8_t {
  drop,
  bounce,
  misroute,
  corrupt,
  reorder,
  delay,
  duplicate,
  carbon,
  carbon_of_carbon,
  one_byte,
  offline,
  offline_stamped,
  answer_wrong_sender,
  answer_twice,
  answer_no_from,
  close,
  reset,
  half_close,
  stop_reading,
  stream_error,
  stall_handshake,
  stall_stream,
  stall_tls,
  stall_auth,
  stall_bind,
  stall_session,
  slow,
  capacity,
};
inline constexpr std::size_t fault_kinds = 28;

/// What may stand behind the `=` of a fault.
enum class FaultValue : std::uint8_t { none, duration, count, percent, rate, condition };

/// One line of the table of faults.
struct FaultRow {
  FaultKind kind;
  std::string_view name;
  FaultValue value;
  std::string_view usual;    ///< the value where none is given; empty: one has to be given
  std::string_view chances;  ///< what a rate counts: "messages", "logins", …; empty: it takes no rate
  std::string_view words;    ///< what it does, for a person
};
/// In the order of FaultKind.
std::span<const FaultRow> fault_table();
std::string_view to_string(FaultKind kind);

/// One fault to be done: how often, and how much of it.
struct FaultRule {
  FaultKind kind = FaultKind::drop;
  double probability = 1;   ///< of each chance, where `every` is 0
  std::uint64_t every = 0;  ///< one chance of so many, exactly; 0: by probability
  /// Nanoseconds of a duration, a count, a share in thousandths, or nanoseconds between two of a rate.
  std::int64_t value = 0;
  std::string condition;  ///< of a stream error
};

/// Reads `NAME[=VALUE][:RATE]`, several parted by commas. RATE: `1/100`, `0.5%`, or `nth=7` for each seventh exactly;
/// without it every chance is taken. Error: one line that completes "'value' …" and says what would be right.
boost::system::result<std::vector<FaultRule>, std::string> parse_faults(std::string_view text);

/// The table, for a person.
std::string fault_list();

/// How often each was done, by FaultKind.
struct FaultCounts {
  std::array<std::uint64_t, fault_kinds> done{};

  std::uint64_t operator[](FaultKind kind) const { return done[static_cast<std::size_t>(kind)]; }
  std::uint64_t& operator[](FaultKind kind) { return done[static_cast<std::size_t>(kind)]; }
  bool operator==(const FaultCounts&) const = default;
};

/// `fault_drop=14 fault_close=2`: those that `rules` name, whether they were done or not.
std::string to_line(const FaultCounts& counts, std::span<const FaultRule> rules);
/// Reads such pairs out of a line that may hold others; what is no number counts as 0.
FaultCounts parse_fault_counts(std::string_view line);
/// A table for a person, one fault of `rules` a line.
std::string to_table(const FaultCounts& counts, std::span<const FaultRule> rules);

}  // namespace squall::server
