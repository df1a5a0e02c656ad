#include "xmpp/stanza/error.hpp"

#include <algorithm>
#include <array>

#include "xmpp/namespaces.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp {
namespace {

struct Row {
  std::string_view key;
  std::string_view value;
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

/// XEP-0086 section 3.
constexpr std::array<Row, 17> codes{{{"400", "bad-request"},
                                     {"401", "not-authorized"},
                                     {"402", "payment-required"},
                                     {"403", "forbidden"},
                                     {"404", "item-not-found"},
                                     {"405", "not-allowed"},
                                     {"406", "not-acceptable"},
                                     {"407", "registration-required"},
                                     {"408", "remote-server-timeout"},
                                     {"409", "conflict"},
                                     {"500", "internal-server-error"},
                                     {"501", "feature-not-implemented"},
                                     {"502", "service-unavailable"},
                                     {"503", "service-unavailable"},
                                     {"504", "remote-server-timeout"},
                                     {"510", "service-unavailable"},
                                     {"302", "redirect"}}};

std::string_view condition_of_code(const parsers::Text& code) {
  const auto* row = std::find_if(codes.begin(), codes.end(), [&](const Row& r) { return code == r.key; });
  return row == codes.end() ? std::string_view{} : row->value;
}

}  // namespace

std::string_view usual_error_type(std::string_view condition) {
  const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.key == condition; });
  return row == rows.end() ? std::string_view{"cancel"} : row->value;
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
  if (!error) return {};
  auto result = read_conditions(error, ns::stanza_errors);
  if (result.condition.empty()) result.condition = condition_of_code(error.attribute("code"));
  return result;
}

}  // namespace squall::xmpp
