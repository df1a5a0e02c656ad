#pragma once

#include <string>
#include <vector>

#include "parsers/event.hpp"
#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/mechanism.hpp"

namespace squall::xmpp {

/// A list of mechanisms that a server offers.
struct MechanismOffer {
  std::vector<sasl::Mechanism> known;  ///< those we have, in the server's order
  std::string names;                   ///< all, separated by spaces; cut at 256 bytes
  bool has_plus = false;               ///< one of all, known or not, is with channel binding
};

/// What a <stream:features/> says that matters to a session.
/// Spec: RFC 6120 sections 4.3.2, 5.3.1, 6.3.3, 7.3; RFC 3921 section 3 with the <optional/> of
/// draft-cridland-xmpp-session; XEP-0078, 0198, 0352, 0386, 0388, 0440.
struct Features {
  bool starttls = false;
  bool starttls_required = false;  ///< said so, or nothing but STARTTLS can be negotiated
  bool bind = false;
  bool session_required = false;  ///< offered, and not marked optional
  MechanismOffer sasl;            ///< with iq_auth_* at the end if XEP-0078 is offered, as "iq-auth"
  MechanismOffer sasl2;
  bool lists_bindings = false;  ///< XEP-0440
  std::vector<sasl::BindingType> bindings;
  bool stream_management = false;  ///< urn:xmpp:sm:3, no draft before it
  bool client_state = false;
  bool inline_bind = false;  ///< Bind 2 within SASL 2, and what can go with it:
  bool inline_management = false;
  bool inline_carbons = false;
  bool inline_client_state = false;
  bool inline_resume = false;  ///< resumption within SASL 2
};

Features read_features(const parsers::Element& features);

}  // namespace squall::xmpp
