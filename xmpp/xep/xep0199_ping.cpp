#include "xmpp/xep/xep0199_ping.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/iq.hpp"

namespace squall::xmpp::xep0199 {

bool is_ping(const parsers::Element& iq) {
  return iq_type(iq) == IqType::get && static_cast<bool>(iq.child(ns::ping, "ping"));
}

}  // namespace squall::xmpp::xep0199
