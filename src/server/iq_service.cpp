#include "src/server/iq_service.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/xep/xep0199_ping.hpp"

namespace squall::server {
namespace {

constexpr std::string_view disco_items = "http://jabber.org/protocol/disco#items";  // XEP-0030

constexpr std::string_view server_info =
    "<query xmlns='http://jabber.org/protocol/disco#info'>"
    "<identity category='server' type='im' name='Squall embedded server'/>"
    "<feature var='http://jabber.org/protocol/disco#info'/>"
    "<feature var='http://jabber.org/protocol/disco#items'/>"
    "<feature var='urn:xmpp:ping'/>"
    "</query>";

constexpr std::string_view account_info =
    "<query xmlns='http://jabber.org/protocol/disco#info'>"
    "<identity category='account' type='registered'/>"
    "<feature var='http://jabber.org/protocol/disco#info'/>"
    "</query>";

constexpr std::string_view no_items = "<query xmlns='http://jabber.org/protocol/disco#items'/>";
constexpr std::string_view empty_roster = "<query xmlns='jabber:iq:roster'/>";
constexpr xmpp::StanzaError item_not_found{"cancel", "item-not-found"};

bool asks_for(const parsers::Element& request, std::string_view ns) {
  return xmpp::iq_type(request) == xmpp::IqType::get && request.child(ns, "query");
}

/// There are no nodes here: XEP-0030 section 7 wants item-not-found for any.
void answer_disco(std::string& out, const parsers::Element& request, std::string_view ns, std::string_view answer) {
  if (request.child(ns, "query").attribute("node").present()) {
    xmpp::append_iq_error(out, request, item_not_found, true);
  } else {
    xmpp::append_iq_result(out, request, answer, true);
  }
}

/// True if the request was for service discovery, and so is answered.
bool answer_discovery(std::string& out, const parsers::Element& request, std::string_view info) {
  if (asks_for(request, xmpp::ns::disco_info)) {
    answer_disco(out, request, xmpp::ns::disco_info, info);
  } else if (asks_for(request, disco_items)) {
    answer_disco(out, request, disco_items, no_items);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void IqService::answer_as_server(std::string& out, const parsers::Element& request) const {
  if (answer_discovery(out, request, server_info)) return;
  xmpp::append_iq_error(out, request, xmpp::service_unavailable, true);
}

void IqService::answer_as_account(std::string& out, const parsers::Element& request) const {
  if (answer_discovery(out, request, account_info)) return;
  if (asks_for(request, xmpp::ns::roster)) {
    xmpp::append_iq_result(out, request, empty_roster, true);
  } else if (xmpp::xep0199::is_ping(request)) {
    xmpp::append_iq_result(out, request, {}, true);
  } else {
    xmpp::append_iq_error(out, request, xmpp::service_unavailable, true);
  }
}

}  // namespace squall::server
