#include "xmpp/xep/xep0203_delay.hpp"

#include "xmpp/namespaces.hpp"

namespace squall::xmpp::xep0203 {

std::optional<std::string> delay_stamp(const parsers::Element& stanza) {
  const auto delay = stanza.child(ns::delay, "delay");
  if (!delay) return std::nullopt;
  return delay.attribute("stamp").str();
}

}  // namespace squall::xmpp::xep0203
