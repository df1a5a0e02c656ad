#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/scenario/session_features.hpp"
namespace squall::scenario {

using std::chrono::nanoseconds;

enum class Direction : std::uint8_t { both, one_way };

/// Where the load goes. Exactly one of the three ways to name it is used: address, domain look-up, embedded.
struct Target {
  std::string host;  ///< as given with --server; empty: domain look-up, or the embedded server
  std::uint16_t port = 5222;
  std::string domain;           ///< the XMPP domain; of the embedded server "localhost"
  bool direct_tls = false;      ///< whether the look-up is for TLS from the first byte
  bool embedded = false;        ///< start `squall serve` as a child process
  bool confirmed_mine = false;  ///< --yes-this-server-is-mine
};

/// How a connection is secured. Spec: RFC 6120 section 5 (STARTTLS), XEP-0368 (direct)
enum class TlsMode : std::uint8_t {
  off,       ///< a server that requires TLS is refused
  starttls,  ///< where the server offers it
  required,  ///< STARTTLS; a server that does not offer it is refused
  direct,    ///< TLS from the first byte
};
/// As --tls takes it.
std::string_view to_string(TlsMode mode);

enum class TlsVersions : std::uint8_t { both, only_1_2, only_1_3 };

/// How the target is reached.
struct Transport {
  TlsMode tls = TlsMode::off;
  std::string ca_file;           ///< PEM; empty: those whom the system trusts
  bool insecure = false;         ///< the server's certificate is not verified
  std::string certificate_file;  ///< of the client; empty: none
  std::string key_file;
  bool resume = false;  ///< TLS sessions are resumed
  TlsVersions versions = TlsVersions::both;
  std::string source;      ///< local addresses as given; empty: the system chooses
  bool quick_ack = false;  ///< TCP_QUICKACK during the login
};

/// The pause before a dropped user logs in again: it doubles from `first` to `last` with each failure in a row.
struct Reconnect {
  nanoseconds first{0};
  nanoseconds last{0};
};

struct Population {
  std::uint32_t users = 1000;  ///< users to log in; pairs are (first, first+1), (first+2, first+3), …
  std::uint32_t first = 1;
  std::string user_template = "test{n}";
  std::string password_template = "test{n}";
  std::string accounts_file;  ///< CSV that replaces the templates
  std::string resource = "squall";
};

/// The share of the pairs that one process has of a run that several make together: pair p belongs to shard p % count.
struct Shard {
  std::uint32_t index = 0;  ///< from 0; people count from 1
  std::uint32_t count = 1;

  bool operator==(const Shard&) const = default;
};

/// One run, resolved: what the flags said, with every default filled in. A value; it holds no secret but
/// password_template and what accounts_file names, and these are never written out.
struct Scenario {
  Target target;
  Transport transport;
  SessionFeatures features;
  Population population;
  double rate_hz = 0.05;       ///< messages a second of each sender
  std::uint32_t length = 140;  ///< bytes of UTF-8 body before escaping, stamp included
  bool stamp_on_top = false;   ///< `pairs`: length counts the padding alone
  Direction direction = Direction::both;
  std::optional<nanoseconds> duration = std::chrono::seconds{60};  ///< none: until interrupted
  nanoseconds drain = std::chrono::seconds{10};
  nanoseconds tick = std::chrono::milliseconds{1};  ///< 0: event driven
  double login_rate_hz = 200;
  std::optional<Reconnect> reconnect;                    ///< none: who loses his connection stays away
  std::uint32_t login_tries = 1;                         ///< `pairs` tries again
  nanoseconds login_timeout = std::chrono::seconds{30};  ///< a step of one login
  std::uint64_t seed = 1;
  std::uint32_t workers = 1;
  Shard shard;                              ///< population and rates are those of all shards together
  std::optional<nanoseconds> start_at;      ///< when the run begins, since 1970 UTC; none: at once
  std::optional<std::uint32_t> trace_user;  ///< number n of the user whose XML is shown
};

}  // namespace squall::scenario
