#pragma once

#include <optional>

#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/mechanism.hpp"
#include "xmpp/stream/features.hpp"

namespace squall::xmpp {

/// What a mechanism is chosen for: the connection as it is.
struct ConnectionSecurity {
  bool secured = false;      ///< TLS
  bool may_be_clear = true;  ///< passwords may go in clear where it is not secured
  const sasl::ChannelBinding& binding;
};

struct MechanismChoice {
  sasl::Mechanism mechanism{};
  sasl::Gs2 gs2;  ///< for SCRAM
};

/// The first allowed mechanism that is offered and can be used, or nothing.
///
/// With channel binding only if the binding is likely to be accepted: over TLS 1.3, where servers exist that offer
/// -PLUS and then know nothing but tls-unique, only if tls-exporter is listed (XEP-0440); before it, tls-unique is
/// what every server has (RFC 5802 section 6). A mechanism that is the only one allowed is tried with whatever there
/// is. The flag `y` accuses the server of having been stripped of its -PLUS, so it is sent only where we would have
/// used one and the server offers none at all.
std::optional<MechanismChoice> choose_mechanism(const sasl::Policy& policy, const MechanismOffer& offer,
                                                const Features& features, const ConnectionSecurity& connection);

}  // namespace squall::xmpp
