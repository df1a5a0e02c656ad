#include "xmpp/stanza/error.hpp"

#include <algorithm>
#include <array>

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {
namespace {

struct Row {
  std::string_view condition;
  std::string_view type;
};

/// The conditions of RFC 6120 section 8.3.3 whose usual type is not "cancel".
constexpr std::array<Row, 12> rows{{{"bad-request", "modify"},
                                    {"forbidden", "auth"},
                                    {"jid-malformed", "modify"},
                                    {"not-acceptable", "modify"},
                                    {"not-authorized", "auth"},
                                    {"policy-violation", "modify"},
                                    {"recipient-unavailable", "wait"},
                                    {"redirect", "modify"},
                                    {"registration-required", "auth"},
                                    {"remote-server-timeout", "wait"},
                                    {"resource-constraint", "wait"},
                                    {"unexpected-request", "wait"}}};

}  // namespace

std::string_view usual_error_type(std::string_view condition) {
  const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.condition == condition; });
  return row == rows.end() ? std::string_view{"cancel"} : row->type;
}

void append_error(std::string& out, const StanzaError& error) {
  out.append("<error type='").append(error.type).append("'><").append(error.condition);
  out.append(" xmlns='").append(ns::stanza_errors).append("'/>");
  if (!error.text.empty()) {
    out.append("<text xmlns='").append(ns::stanza_errors).append("'>");
    xml::append_text(out, error.text);
    out += "</text>";
  }
  out += "</error>";
}

PeerError read_conditions(const parsers::Element& error, std::string_view ns) {
  PeerError result;
  std::string scratch;
  for (const auto child : error.children()) {
    if (child.ns() != ns) continue;
    if (child.local() == "text") {
      result.text = child.text(scratch);
    } else if (result.condition.empty()) {
      result.condition = child.local();
    }
  }
  return result;
}

PeerError read_stanza_error(const parsers::Element& stanza) {
  const auto error = stanza.child(ns::client, "error");
  return error ? read_conditions(error, ns::stanza_errors) : PeerError{};
}

}  // namespace squall::xmpp
