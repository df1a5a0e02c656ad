#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/server/fault.hpp"

/// What faults do to stanzas, as text. The text is what a Forwarder has written or this server has said.
namespace squall::server {

/// Alters one character of the body so that the stanza stays well-formed; `where` chooses it. False if there is no body
/// with a character that can be altered.
bool corrupt_body(std::string& message, std::uint64_t where);

/// The carbon copy (XEP-0280) of a message to the full JID `receiver`, whose account is `account`. `depth`: 2 makes a
/// copy of a copy.
std::string carbon_copy(std::string_view message, std::string_view account, std::string_view receiver, int depth);

/// An answer to a request, with another `from`: as it is written in a tag, or none if empty.
std::string with_from(std::string_view answer, std::string_view from);

/// A message that was kept for `receiver` while it was offline. `stamp` is its body's start, `delay` whether it says
/// that it was kept (XEP-0203).
std::string offline_message(std::string_view domain, std::string_view receiver, std::string_view stamp, bool delay);

/// True if what a client has sent, in clear, begins the step of the login at which `stall` falls silent.
bool begins_step(FaultKind stall, std::string_view bytes);

}  // namespace squall::server
