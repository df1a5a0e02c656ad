#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace squall::server {

/// What the embedded server did, so that a client's audit can be held against it.
/// Every message stanza of a bound client is counted once in messages_in, and then exactly once in
/// messages_routed, messages_bounced or one of the messages_dropped_*.
struct ServerCounts {
  std::uint64_t connections = 0;          ///< accepted
  std::uint64_t connections_refused = 0;  ///< turned away for want of descriptors
  std::uint64_t tls_handshakes = 0;       ///< completed
  std::uint64_t tls_resumed = 0;          ///< of these, with the keys of an earlier session
  std::uint64_t tls_failed = 0;           ///< connections ended by an error of TLS, in the handshake or later
  std::uint64_t logins = 0;               ///< resources bound
  std::uint64_t logins_failed = 0;        ///< streams that ended before a resource was bound
  std::uint64_t sessions = 0;             ///< bound now
  std::uint64_t sessions_peak = 0;        ///< most bound at one time
  std::uint64_t conflicts = 0;            ///< sessions closed because their resource was bound anew
  std::uint64_t messages_in = 0;
  std::uint64_t messages_routed = 0;         ///< handed to a session's connection
  std::uint64_t messages_bounced = 0;        ///< answered with an error stanza
  std::uint64_t messages_dropped_error = 0;  ///< type error to nobody: never answered (RFC 6120 section 8.3.1)
  std::uint64_t messages_dropped_headline =
      0;  ///< type headline to nobody, or to nobody available (RFC 6121 section 8.5.2)
  std::uint64_t messages_dropped_full = 0;  ///< the receiver's write queue was full
  std::uint64_t messages_dropped_fault = 0;  ///< by a fault that was asked for, or held by one until nobody was there
  std::uint64_t iqs_in = 0;
  std::uint64_t presences_in = 0;
  std::uint64_t stream_errors = 0;  ///< sent, for whatever reason but shutdown
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;  ///< taken by the kernel or held back for it

  std::uint64_t messages_accounted() const {
    return messages_routed + messages_bounced + messages_dropped_error + messages_dropped_headline +
           messages_dropped_full + messages_dropped_fault;
  }
  bool operator==(const ServerCounts&) const = default;
};

/// One line without its end: `connections=3 connections_refused=0 …`, every field by its name.
std::string to_line(const ServerCounts& counts);
/// Reads such a line; unknown keys are left aside, missing ones are 0. Nothing if a pair is no `key=number`.
std::optional<ServerCounts> parse_counts(std::string_view line);
/// A table for a person, one field a line, with what it means.
std::string to_table(const ServerCounts& counts);

}  // namespace squall::server
