#pragma once

#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::xmpp {

/// A stanza error. Spec: RFC 6120 section 8.3.
struct StanzaError {
  std::string_view type;       ///< auth, cancel, continue, modify or wait
  std::string_view condition;  ///< e.g. service-unavailable
  std::string_view text{};     ///< for a person; may be empty
};

inline constexpr StanzaError service_unavailable{"cancel", "service-unavailable"};
inline constexpr StanzaError bad_request{"modify", "bad-request"};
inline constexpr StanzaError not_allowed{"cancel", "not-allowed"};

/// The usual type that goes with a defined condition (RFC 6120 section 8.3.3), "cancel" for any other.
std::string_view usual_error_type(std::string_view condition);

/// Appends <error/> with its children.
void append_error(std::string& out, const StanzaError& error);

/// Condition and text as a peer sent them, in its words.
struct PeerError {
  std::string condition;
  std::string text;
};

/// Reads the <error/> of a stanza of type error; empty strings for what is not there. An error that has nothing but a
/// number of old has the condition that XEP-0086 gives it.
PeerError read_stanza_error(const parsers::Element& stanza);

/// Reads the first child in namespace `ns` that is not <text/> as the condition, and <text/>: the shape that stream,
/// stanza and SASL errors share.
PeerError read_conditions(const parsers::Element& error, std::string_view ns);

}  // namespace squall::xmpp
