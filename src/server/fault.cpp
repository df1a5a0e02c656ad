#include "src/server/fault.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

namespace squall::server {
namespace {

constexpr std::string_view messages = "messages";
constexpr std::string_view connections = "connections";

// Adjacent lines of one group are tried in this order: of `drop`, `bounce` and `misroute` the first that strikes wins.
constexpr std::array table{
    FaultRow{FaultKind::drop, "drop", FaultValue::none, "", messages, "throws the message away"},
    FaultRow{FaultKind::bounce, "bounce", FaultValue::none, "", messages, "answers it with service-unavailable"},
    FaultRow{FaultKind::misroute, "misroute", FaultValue::none, "", messages, "gives it to a third user instead"},
    FaultRow{FaultKind::corrupt, "corrupt", FaultValue::none, "", messages, "alters one character of its body"},
    FaultRow{FaultKind::reorder, "reorder", FaultValue::duration, "1s", messages,
             "holds it until the next of its sender has passed, at most so long"},
    FaultRow{FaultKind::delay, "delay", FaultValue::duration, "", messages, "delivers it so much later"},
    FaultRow{FaultKind::duplicate, "duplicate", FaultValue::count, "1", messages, "delivers so many copies more"},
    FaultRow{FaultKind::carbon, "carbon", FaultValue::none, "", messages, "adds a carbon copy nobody asked for"},
    FaultRow{FaultKind::carbon_of_carbon, "carbon-of-carbon", FaultValue::none, "", messages,
             "adds a carbon copy of a carbon copy"},
    FaultRow{FaultKind::one_byte, "one-byte", FaultValue::none, "", messages,
             "writes what goes to its receiver byte by byte"},
    FaultRow{FaultKind::offline, "offline", FaultValue::count, "1", "logins",
             "hands out so many messages of an earlier run"},
    FaultRow{FaultKind::offline_stamped, "offline-stamped", FaultValue::count, "1", "logins",
             "the same, with the stamp of a delay"},
    FaultRow{FaultKind::answer_wrong_sender, "answer-wrong-sender", FaultValue::none, "", "requests",
             "answers the roster and its like in another's name"},
    FaultRow{FaultKind::answer_twice, "answer-twice", FaultValue::none, "", "requests", "answers them twice"},
    FaultRow{FaultKind::answer_no_from, "answer-no-from", FaultValue::none, "", "requests", "answers without a from"},
    FaultRow{FaultKind::close, "close", FaultValue::none, "", messages, "closes the sender's connection, no word said"},
    FaultRow{FaultKind::reset, "reset", FaultValue::none, "", messages, "resets the sender's connection"},
    FaultRow{FaultKind::half_close, "half-close", FaultValue::none, "", messages,
             "closes its own direction only, and ignores what comes"},
    FaultRow{FaultKind::stop_reading, "stop-reading", FaultValue::none, "", messages,
             "reads no more from the sender's connection"},
    FaultRow{FaultKind::stream_error, "stream-error", FaultValue::condition, "internal-server-error", messages,
             "ends the sender's stream with that error"},
    FaultRow{FaultKind::stall_handshake, "stall-handshake", FaultValue::none, "", connections,
             "accepts, and neither reads nor writes"},
    FaultRow{FaultKind::stall_stream, "stall-stream", FaultValue::none, "", connections,
             "falls silent at the stream header"},
    FaultRow{FaultKind::stall_tls, "stall-tls", FaultValue::none, "", connections, "falls silent at <starttls/>"},
    FaultRow{FaultKind::stall_auth, "stall-auth", FaultValue::none, "", connections,
             "falls silent at the authentication"},
    FaultRow{FaultKind::stall_bind, "stall-bind", FaultValue::none, "", connections,
             "falls silent at the resource binding"},
    FaultRow{FaultKind::stall_session, "stall-session", FaultValue::none, "", connections,
             "falls silent at session or roster"},
    FaultRow{FaultKind::slow, "slow", FaultValue::percent, "", "", "burns so much more CPU a message"},
    FaultRow{FaultKind::capacity, "capacity", FaultValue::rate, "", "", "routes no more than that; the rest queues"},
};
static_assert(table.size() == fault_kinds);

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].kind) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

std::string value_words(const FaultRow& row) {
  constexpr std::array words{"", "=TIME", "=N", "=PERCENT", "=N/s", "=CONDITION"};
  const std::string_view word = words[static_cast<std::size_t>(row.value)];
  return std::string(row.usual.empty() ? word : fmt::format("[{}]", word));
}

void append_row(std::string& out, const FaultRow& row) {
  const std::string name = std::string(row.name) + value_words(row) + (row.chances.empty() ? "" : "[:RATE]");
  const std::string usual = row.usual.empty() ? "" : fmt::format(" ({})", row.usual);
  fmt::format_to(std::back_inserter(out), "  {:<36}{}{}\n", name, row.words, usual);
}

constexpr std::string_view prefix = "fault_";

std::string key_of(const FaultRow& row) {
  std::string key = std::string(prefix).append(row.name);
  for (char& c : key) c = c == '-' ? '_' : c;
  return key;
}

/// Takes in one `key=number`, if it is of a fault.
void read_pair(FaultCounts& counts, std::string_view pair) {
  const std::size_t equals = std::min(pair.find('='), pair.size());
  for (const FaultRow& row : table) {
    if (key_of(row) != pair.substr(0, equals)) continue;
    std::from_chars(pair.data() + std::min(equals + 1, pair.size()), pair.data() + pair.size(), counts[row.kind]);
  }
}

}  // namespace

std::span<const FaultRow> fault_table() {
  return table;
}

std::string_view to_string(FaultKind kind) {
  return table[static_cast<std::size_t>(kind)].name;
}

std::string fault_list() {
  std::string text;
  std::string_view chances = "none at all";
  for (const FaultRow& row : table) {
    if (row.chances != chances) {
      chances = row.chances;
      const std::string heading =
          chances.empty() ? "Always, of the whole server" : fmt::format("A rate of {}", chances);
      fmt::format_to(std::back_inserter(text), "{}{}:\n", text.empty() ? "" : "\n", heading);
    }
    append_row(text, row);
  }
  return text;
}

std::string to_line(const FaultCounts& counts, std::span<const FaultRule> rules) {
  std::string line;
  for (const FaultRule& rule : rules) {
    const FaultRow& row = table[static_cast<std::size_t>(rule.kind)];
    fmt::format_to(std::back_inserter(line), "{}{}={}", line.empty() ? "" : " ", key_of(row), counts[rule.kind]);
  }
  return line;
}

FaultCounts parse_fault_counts(std::string_view line) {
  FaultCounts counts;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    if (line.starts_with(prefix)) read_pair(counts, line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return counts;
}

std::string to_table(const FaultCounts& counts, std::span<const FaultRule> rules) {
  std::string text;
  for (const FaultRule& rule : rules) {
    fmt::format_to(std::back_inserter(text), "  {:<40}{:>16}\n", fmt::format("fault {}", to_string(rule.kind)),
                   counts[rule.kind]);
  }
  return text;
}

}  // namespace squall::server
