#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace squall::xmpp {

/// How far a session has come. Every user ends in one of these: the login funnel.
enum class Stage : std::uint8_t { resolve, connect, tls, stream, auth, bind, session, online, closed };
inline constexpr std::size_t stage_count = 9;

std::string_view to_string(Stage stage);

/// Why a session failed; the stage says where. `condition` and `text` of a Failure are the peer's words, never ours.
enum class session_errc : std::uint8_t {
  none,
  resolve_failed,
  connect_refused,
  connect_timed_out,
  connect_failed,       ///< any other error of connect(); text has it
  connection_lost,      ///< reset, or closed without </stream:stream>
  local_limit,          ///< descriptors, ports or memory of this machine
  timed_out,            ///< a step of the login was not answered in time
  xml_error,            ///< the peer sent XML that is not acceptable; condition has the stream error for it
  not_xmpp,             ///< the first element is not a stream header
  unsupported_version,  ///< the stream header says no version 1.x, so there are no features
  stream_error,         ///< <stream:error/>; condition has it
  stream_closed,        ///< </stream:stream> out of turn
  tls_not_offered,
  tls_required,  ///< the server requires TLS and our policy has it off
  tls_failed,
  no_mechanism,         ///< none of the offered SASL mechanisms can be used; text lists them
  auth_failed,          ///< SASL <failure/>; condition has it
  server_not_verified,  ///< the server's SCRAM signature or nonce is wrong or missing
  challenge_invalid,    ///< the server's SASL challenge breaks the mechanism's rules
  bind_failed,          ///< condition has the stanza error
  session_failed,
  unexpected_element,   ///< an element that this state does not allow
  protocol_limit,       ///< a limit of ours on what a peer may send
  credentials_invalid,  ///< our own name or password holds characters that SASLprep or PLAIN forbids
};

std::string_view to_string(session_errc code);

/// A session's end, as data.
struct Failure {
  Stage stage = Stage::resolve;
  session_errc code = session_errc::none;
  std::string condition;  ///< defined condition sent by the peer, or empty; at most 64 bytes are kept
  std::string text;       ///< free text sent by the peer or the system, or empty; at most 256 bytes are kept

  explicit operator bool() const { return code != session_errc::none; }
};

}  // namespace squall::xmpp
