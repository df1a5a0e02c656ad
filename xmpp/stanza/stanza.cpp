#include "xmpp/stanza/stanza.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {

StanzaKind stanza_kind(const parsers::Element& element) {
  if (element.ns() != ns::client) return StanzaKind::none;
  const auto name = element.local();
  if (name == "message") return StanzaKind::message;
  if (name == "presence") return StanzaKind::presence;
  return name == "iq" ? StanzaKind::iq : StanzaKind::none;
}

void append_answer_addresses(std::string& out, const parsers::Element& request, bool with_from) {
  xml::append_attribute(out, "to", request.attribute("from"));
  if (with_from) xml::append_attribute(out, "from", request.attribute("to"));
  xml::append_attribute(out, "id", request.attribute("id"));
}

}  // namespace squall::xmpp
