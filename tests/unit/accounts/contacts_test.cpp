#include "src/accounts/contacts.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace squall::accounts {
namespace {

using Contacts = std::vector<std::vector<std::uint32_t>>;

void expect_sound(const Contacts& contacts) {
  for (std::uint32_t user = 0; user < contacts.size(); ++user) {
    EXPECT_TRUE(std::ranges::is_sorted(contacts[user]));
    EXPECT_EQ(std::ranges::adjacent_find(contacts[user]), contacts[user].end()) << "twice, of " << user;
    for (const std::uint32_t contact : contacts[user]) {
      ASSERT_LT(contact, contacts.size());
      EXPECT_NE(contact, user);
      EXPECT_TRUE(std::ranges::binary_search(contacts[contact], user)) << user << " and " << contact;
    }
  }
}

TEST(ContactsTest, ARingKnowsItsNeighboursBothWaysRound) {
  const Contacts contacts = make_contacts(6, 2, Graph::ring, 1);
  EXPECT_EQ(contacts[0], (std::vector<std::uint32_t>{1, 5}));
  EXPECT_EQ(contacts[3], (std::vector<std::uint32_t>{2, 4}));
  expect_sound(contacts);
}

TEST(ContactsTest, AnOddContactOfARingIsTheOneOpposite) {
  const Contacts contacts = make_contacts(6, 3, Graph::ring, 1);
  EXPECT_EQ(contacts[0], (std::vector<std::uint32_t>{1, 3, 5}));
  expect_sound(contacts);
}

TEST(ContactsTest, NobodyHasMoreContactsThanThereAreOthers) {
  for (const Graph graph : {Graph::ring, Graph::random}) {
    for (const std::uint32_t users : {0U, 1U, 2U, 3U}) {
      const Contacts contacts = make_contacts(users, 50, graph, 1);
      ASSERT_EQ(contacts.size(), users);
      expect_sound(contacts);
    }
  }
}

TEST(ContactsTest, ARandomGraphIsTheSeedsAndNearlyFull) {
  const Contacts contacts = make_contacts(500, 20, Graph::random, 7);
  expect_sound(contacts);
  EXPECT_EQ(contacts, make_contacts(500, 20, Graph::random, 7));
  EXPECT_NE(contacts, make_contacts(500, 20, Graph::random, 8));
  std::size_t ends = 0;
  for (const auto& known : contacts) {
    EXPECT_LE(known.size(), 20U);
    ends += known.size();
  }
  EXPECT_GT(ends, 500U * 20 * 98 / 100);
}

}  // namespace
}  // namespace squall::accounts
