#include "src/server/account_store.hpp"

#include <gtest/gtest.h>

namespace squall::server {
namespace {

TEST(AccountStoreTest, LetsEverybodyInWhosePasswordIsTheName) {
  const auto store = make_self_named_accounts();
  EXPECT_EQ(store->password("test7"), "test7");
  EXPECT_EQ(store->password("anybody"), "anybody");
}

TEST(AccountStoreTest, KnowsTheListedAccountsAndNoOthers) {
  const auto store = make_listed_accounts({{"alice", "secret"}, {"bob", "other"}});
  EXPECT_EQ(store->password("alice"), "secret");
  EXPECT_EQ(store->password("bob"), "other");
  EXPECT_EQ(store->password("carol"), std::nullopt);
  EXPECT_EQ(store->password(""), std::nullopt);
}

}  // namespace
}  // namespace squall::server
