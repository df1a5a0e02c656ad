#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6121 section 2: managing the roster.
namespace squall::test {
namespace {

std::string push(std::string_view from) {
  return "<iq type='set' id='push1'" + std::string{from} +
         "><query xmlns='jabber:iq:roster'><item jid='romeo@localhost' subscription='both'/></query></iq>";
}

TEST(Rfc6121Section2_1_6, ARosterPushOfTheAccountIsAcknowledged) {
  for (const std::string from : {"", " from='juliet@localhost'"}) {
    Dialogue d{without_roster()};
    log_in(d);
    d.server_sends(push(from));
    d.client_sends(from.empty() ? "<iq type='result' id='push1'/>"
                                : "<iq type='result' to='juliet@localhost' id='push1'/>");
  }
}

TEST(Rfc6121Section2_1_6, ARosterPushOfAStrangerIsRefused) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends(push(" from='mallory@localhost'"));
  d.client_sends(
      "<iq type='error' to='mallory@localhost' id='push1'><error type='cancel'>"
      "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>");
}

TEST(Rfc6121Section2_2, WhatArrivesWhileTheRosterIsFetchedIsNotLost) {
  Dialogue d{client_config()};
  restart(d);
  d.server_sends(bind_features());
  d.client_sends(bind_request("q1"));
  d.server_sends(bind_result("q1"));
  d.client_sends(roster_request("q2"));
  d.server_sends("<message from='romeo@localhost'><body>early</body></message>" + push(""));
  d.expect_event("message{from=romeo@localhost}(body(early))");
  d.client_sends("<iq type='result' id='push1'/>");
  d.server_sends("<iq type='result' id='q2'/>");
  d.client_sends("<presence/>");
  d.expect_online();
}

}  // namespace
}  // namespace squall::test
