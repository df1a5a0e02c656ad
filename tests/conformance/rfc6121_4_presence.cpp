#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"

/// RFC 6121 section 4: exchanging presence information.
namespace squall::test {
namespace {

TEST(Rfc6121Section4_2, InitialPresenceHasNoType) {
  Dialogue d{without_roster()};
  log_in(d);  // checks <presence/>
}

TEST(Rfc6121Section4_2, OnlineDoesNotWaitForTheReflectionOfOwnPresence) {
  Dialogue d{without_roster()};
  log_in(d);
  d.server_sends("<presence from='juliet@localhost/balcony' to='juliet@localhost/balcony'/>");
  d.expect_event("presence{from=juliet@localhost/balcony,to=juliet@localhost/balcony}");
}

TEST(Rfc6121Section4_5, UnavailablePresenceComesBeforeTheEndOfTheStream) {
  Dialogue d{without_roster()};
  log_in(d);
  d.client_closes();
  d.client_sends("<presence type='unavailable'/></stream:stream>");
  d.server_sends(std::string{stream_end});
  d.expect_closed();
}

}  // namespace
}  // namespace squall::test
