#include "src/load/accounts.hpp"

#include <gtest/gtest.h>

namespace squall::load {
namespace {

std::string user(const Accounts& accounts, std::uint32_t n) {
  std::string out;
  accounts.append_user(n, out);
  return out;
}
std::string password(const Accounts& accounts, std::uint32_t n) {
  std::string out;
  accounts.append_password(n, out);
  return out;
}
std::string resource(const Accounts& accounts, std::uint32_t n) {
  std::string out;
  accounts.append_resource(n, out);
  return out;
}

TEST(AccountsTest, TemplatesTakeTheNumberWhereverItIsAskedFor) {
  const Accounts accounts = Accounts::from_templates("test{n}", "{n}-secret-{n}", "squall");
  EXPECT_EQ(user(accounts, 17), "test17");
  EXPECT_EQ(password(accounts, 4294967295), "4294967295-secret-4294967295");
  EXPECT_EQ(resource(accounts, 1), "squall");
  EXPECT_EQ(accounts.size(), std::nullopt);
}

TEST(AccountsTest, TemplatesWithoutANumberOrWithStrayBracesAreTakenAsTheyAre) {
  const Accounts accounts = Accounts::from_templates("same", "{n", "{m}{n}}");
  EXPECT_EQ(user(accounts, 3), "same");
  EXPECT_EQ(password(accounts, 3), "{n");
  EXPECT_EQ(resource(accounts, 3), "{m}3}");
}

TEST(AccountsTest, AListIsCountedFromItsFirstNumber) {
  const Accounts accounts = Accounts::from_list({{"ann", "a{n}", "home"}, {"bob", "", ""}}, 50, "squall{n}");
  EXPECT_EQ(user(accounts, 50), "ann");
  EXPECT_EQ(password(accounts, 50), "a{n}") << "a listed password is no template";
  EXPECT_EQ(resource(accounts, 50), "home");
  EXPECT_EQ(user(accounts, 51), "bob");
  EXPECT_EQ(password(accounts, 51), "");
  EXPECT_EQ(resource(accounts, 51), "squall51");
  EXPECT_EQ(accounts.size(), 2u);
}

TEST(AccountsTest, NumbersOutsideAListNameNobody) {
  const Accounts accounts = Accounts::from_list({{"ann", "pw", ""}}, 50, "r");
  EXPECT_EQ(user(accounts, 49), "");
  EXPECT_EQ(user(accounts, 51), "");
  EXPECT_EQ(password(accounts, 49), "");
}

}  // namespace
}  // namespace squall::load
