#pragma once

#include <array>
#include <span>
#include <string_view>

namespace squall::test {

/// What becomes of a run of two users.
struct Expectation {
  std::string_view stage;  ///< where both end: the funnel's word; empty: the command line is refused (exit code 2)
  std::string_view words;  ///< the funnel's error, exactly; or a part of the line that refuses
  bool delivers = true;    ///< messages arrive, if both are online

  bool succeeds() const { return stage == "online" && delivers; }
  bool refuses_to_start() const { return stage.empty(); }
};

/// A mechanism, and what becomes of it by transport: each over IPv4 and IPv6; TLS by STARTTLS where offered, by
/// STARTTLS as a condition, and from the first byte.
struct MechanismRow {
  std::string_view mechanism;  ///< as --mechanism takes it; empty: the one that squall chooses
  Expectation clear;
  Expectation tls_1_2;
  Expectation tls_1_3;
};

/// What has nothing to do with mechanisms.
struct PolicyRow {
  std::string_view entrance;  ///< of fixtures/servers: main, tls_required, no_tls or anonymous
  std::string_view tls;       ///< as --tls takes it
  std::string_view options;   ///< further ones, parted by spaces; `{ca}` is the authority's file
  Expectation expected;
};

struct ServerTable {
  std::string_view name;
  std::span<const MechanismRow> mechanisms;
  std::span<const PolicyRow> policies;
  /// Errors that this server answers now and then for no reason of the client's: the cell is run again.
  std::span<const std::string_view> transient;
};

/// jabberd2, ejabberd and prosody, as Debian 12 ships them and fixtures/servers configures them.
std::span<const ServerTable> server_matrix();

}  // namespace squall::test
