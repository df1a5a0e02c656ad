#include "xmpp/stanza/message.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/stanza.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {

void append_message(std::string& out, const Message& message) {
  out += "<message";
  if (!message.to.empty()) xml::append_attribute(out, "to", message.to);
  if (!message.id.empty()) xml::append_attribute(out, "id", message.id);
  if (!message.type.empty()) xml::append_attribute(out, "type", message.type);
  out += '>';
  if (!message.body.empty()) {
    out += "<body>";
    xml::append_text(out, message.body);
    out += "</body>";
  }
  out.append(message.payload).append("</message>");
}

void append_bounce(std::string& out, const parsers::Element& stanza, const StanzaError& error) {
  const auto name = stanza.local();
  out.append("<").append(name).append(" type='error'");
  append_answer_addresses(out, stanza, true);
  out += '>';
  append_error(out, error);
  out.append("</").append(name).append(">");
}

std::string_view MessageView::body(std::string& scratch) const {
  const auto body = element_.child(ns::client, "body");
  return body ? body.text(scratch) : std::string_view{};
}

}  // namespace squall::xmpp
