#include "xmpp/stanza/iq.hpp"

#include "xmpp/stanza/stanza.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {

IqType iq_type(const parsers::Element& iq) {
  const auto type = iq.attribute("type");
  if (type == "result") return IqType::result;
  if (type == "get") return IqType::get;
  if (type == "set") return IqType::set;
  return type == "error" ? IqType::error : IqType::invalid;
}

bool is_well_formed_request(const parsers::Element& iq) {
  const auto type = iq_type(iq);
  if (type != IqType::get && type != IqType::set) return false;
  const auto children = iq.children();
  auto child = children.begin();
  return iq.attribute("id").present() && child != children.end() && ++child == children.end();
}

void append_iq(std::string& out, std::string_view type, std::string_view id, std::string_view to,
               std::string_view payload) {
  out.append("<iq type='").append(type).append("'");
  xml::append_attribute(out, "id", id);
  if (!to.empty()) xml::append_attribute(out, "to", to);
  out.append(">").append(payload).append("</iq>");
}

void append_iq_result(std::string& out, const parsers::Element& request, std::string_view payload, bool with_from) {
  out += "<iq type='result'";
  append_answer_addresses(out, request, with_from);
  if (payload.empty()) {
    out += "/>";
  } else {
    out.append(">").append(payload).append("</iq>");
  }
}

void append_iq_error(std::string& out, const parsers::Element& request, const StanzaError& error, bool with_from) {
  out += "<iq type='error'";
  append_answer_addresses(out, request, with_from);
  out += '>';
  append_error(out, error);
  out += "</iq>";
}

}  // namespace squall::xmpp
