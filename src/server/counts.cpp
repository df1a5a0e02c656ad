#include "src/server/counts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

namespace squall::server {
namespace {

struct Field {
  std::string_view key;
  std::string_view words;
  std::uint64_t ServerCounts::*member;
};

constexpr std::array fields{
    Field{"connections", "connections accepted", &ServerCounts::connections},
    Field{"connections_refused", "connections refused (no descriptors)", &ServerCounts::connections_refused},
    Field{"tls_handshakes", "TLS handshakes", &ServerCounts::tls_handshakes},
    Field{"tls_resumed", "TLS handshakes that resumed a session", &ServerCounts::tls_resumed},
    Field{"tls_failed", "connections ended by an error of TLS", &ServerCounts::tls_failed},
    Field{"logins", "logins", &ServerCounts::logins},
    Field{"logins_failed", "logins failed", &ServerCounts::logins_failed},
    Field{"sessions", "sessions at the end", &ServerCounts::sessions},
    Field{"sessions_peak", "sessions, most at one time", &ServerCounts::sessions_peak},
    Field{"conflicts", "sessions replaced (conflict)", &ServerCounts::conflicts},
    Field{"messages_in", "messages in", &ServerCounts::messages_in},
    Field{"messages_routed", "messages routed", &ServerCounts::messages_routed},
    Field{"messages_bounced", "messages bounced", &ServerCounts::messages_bounced},
    Field{"messages_dropped_error", "messages dropped: errors to nobody", &ServerCounts::messages_dropped_error},
    Field{"messages_dropped_headline", "messages dropped: headlines to nobody",
          &ServerCounts::messages_dropped_headline},
    Field{"messages_dropped_full", "messages dropped: receiver too slow", &ServerCounts::messages_dropped_full},
    Field{"messages_dropped_fault", "messages dropped: as --fault asked", &ServerCounts::messages_dropped_fault},
    Field{"iqs_in", "IQs in", &ServerCounts::iqs_in},
    Field{"presences_in", "presences in", &ServerCounts::presences_in},
    Field{"stream_errors", "stream errors sent", &ServerCounts::stream_errors},
    Field{"bytes_in", "bytes in", &ServerCounts::bytes_in},
    Field{"bytes_out", "bytes out", &ServerCounts::bytes_out},
};
static_assert(fields.size() * sizeof(std::uint64_t) == sizeof(ServerCounts), "every field has its row");

bool set_field(ServerCounts& counts, std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  const std::string_view digits = pair.substr(equals + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return false;
  for (const Field& field : fields) {
    if (field.key == pair.substr(0, equals)) counts.*field.member = number;
  }
  return true;
}

}  // namespace

std::string to_line(const ServerCounts& counts) {
  std::string line;
  for (const Field& field : fields) {
    fmt::format_to(std::back_inserter(line), "{}{}={}", line.empty() ? "" : " ", field.key, counts.*field.member);
  }
  return line;
}

std::optional<ServerCounts> parse_counts(std::string_view line) {
  ServerCounts counts;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view pair = line.substr(0, space);
    line.remove_prefix(std::min(space + 1, line.size()));
    if (!pair.empty() && !set_field(counts, pair)) return std::nullopt;
  }
  return counts;
}

std::string to_table(const ServerCounts& counts) {
  std::string table;
  for (const Field& field : fields) {
    fmt::format_to(std::back_inserter(table), "  {:<40}{:>16}\n", field.words, counts.*field.member);
  }
  return table;
}

}  // namespace squall::server
