#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace squall::xmpp::sasl {

/// How code points that Unicode 3.2 does not assign are taken: legal in what a user types now, not in what is stored.
enum class Unassigned { allowed, refused };

/// SASLprep of a name or password in UTF-8; nothing if it is not UTF-8, holds prohibited characters, or is empty after.
/// Spec: RFC 4013, RFC 3454 section 7. Cost: printable ASCII is passed through without normalisation.
std::optional<std::string> saslprep(std::string_view text, Unassigned unassigned = Unassigned::allowed);

}  // namespace squall::xmpp::sasl
