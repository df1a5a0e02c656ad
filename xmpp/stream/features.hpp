#pragma once

#include <string>
#include <vector>

#include "parsers/event.hpp"
#include "xmpp/sasl/mechanism.hpp"

namespace squall::xmpp {

/// What a <stream:features/> says that matters to a login. Spec: RFC 6120 sections 4.3.2, 5.3.1, 6.3.3, 7.3;
/// RFC 3921 section 3 with the <optional/> of draft-cridland-xmpp-session.
struct Features {
  bool starttls = false;
  bool starttls_required = false;  ///< said so, or nothing but STARTTLS can be negotiated
  bool bind = false;
  bool session_required = false;            ///< offered, and not marked optional
  std::vector<sasl::Mechanism> mechanisms;  ///< those we know, in the server's order
  std::string mechanism_names;              ///< all that were offered, separated by spaces; cut at 256 bytes
};

Features read_features(const parsers::Element& features);

}  // namespace squall::xmpp
