#include "src/scenario/accounts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/scenario/input_error.hpp"

namespace squall::scenario {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string error_of(std::string_view text) {
  try {
    parse_accounts(text, "users.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AccountsTest, LocalpartsAndPasswordsAreRead) {
  const AccountsFile file = parse_accounts("user,password\nanna,secret\nben,\"a,b\"\n", "users.csv");
  EXPECT_EQ(file.accounts, (std::vector<Account>{{"anna", "secret", ""}, {"ben", "a,b", ""}}));
  EXPECT_EQ(file.domain, "");
}

TEST(AccountsTest, ResourceMayBeGivenAndMayBeEmpty) {
  const AccountsFile file = parse_accounts("user,password,resource\r\nanna,x,phone\r\nben,y,\r\n", "users.csv");
  EXPECT_EQ(file.accounts, (std::vector<Account>{{"anna", "x", "phone"}, {"ben", "y", ""}}));
}

TEST(AccountsTest, BareJidsGiveTheDomain) {
  const AccountsFile file = parse_accounts("user,password\nanna@example.org,x\nben,y\n", "users.csv");
  EXPECT_EQ(file.accounts.front().user, "anna");
  EXPECT_EQ(file.domain, "example.org");
}

TEST(AccountsTest, PasswordsKeepTheirSpacesAndBytes) {
  EXPECT_EQ(parse_accounts("user,password\nanna, p\xC3\xA4ss \n", "users.csv").accounts.front().password,
            " p\xC3\xA4ss ");
}

TEST(AccountsTest, EmptyLinesAreSkippedAndCounted) {
  EXPECT_THAT(error_of("user,password\n\nanna,x\n\nben\n"),
              HasSubstr("users.csv line 5: a field is missing: 1 instead of 2"));
}

TEST(AccountsTest, EveryFaultNamesItsLine) {
  EXPECT_THAT(error_of("name,secret\n"),
              HasSubstr("line 1: the first line has to be the header user,password[,resource]"));
  EXPECT_THAT(error_of("user,password\nanna\n"), HasSubstr("line 2: a field is missing"));
  EXPECT_THAT(error_of("user,password\nanna,x,y\n"), HasSubstr("line 2: there is a field too many"));
  EXPECT_THAT(error_of("user,password\nanna,\n"), HasSubstr("line 2: the password is empty"));
  EXPECT_THAT(error_of("user,password\n,x\n"), HasSubstr("line 2: the user is empty"));
  EXPECT_THAT(error_of("user,password\nanna,x\nanna,y\n"), HasSubstr("line 3: user 'anna' was there before"));
  EXPECT_THAT(error_of("user,password\nanna@a,x\nben@b,y\n"), HasSubstr("line 3: the user is of domain 'b'"));
  EXPECT_THAT(error_of("user,password\nanna@a/phone,x\n"), HasSubstr("line 2: the user is a full JID"));
  EXPECT_THAT(error_of("user,password\nan na,x\n"), HasSubstr("line 2: the user's localpart holds a character"));
  EXPECT_THAT(error_of("user,password\n@a,x\n"), HasSubstr("line 2: the user's localpart is empty"));
  EXPECT_THAT(error_of("user,password\nanna@,x\n"), HasSubstr("line 2: the user's domain is empty"));
  EXPECT_THAT(error_of("user,password\nanna,\"x\n"), HasSubstr("line 2: a quote is opened and never closed"));
}

TEST(AccountsTest, FilesWithoutAccountsAreRefused) {
  EXPECT_THAT(error_of(""), HasSubstr("it is empty"));
  EXPECT_THAT(error_of("user,password\n"), HasSubstr("there is no account"));
}

TEST(AccountsTest, OverlongPartsAreRefused) {
  const std::string most(1023, 'a');
  EXPECT_EQ(error_of("user,password\n" + most + "," + most + "\n"), "no error");
  EXPECT_THAT(error_of("user,password\n" + most + "a,x\n"), HasSubstr("the user's localpart has 1024 bytes"));
  EXPECT_THAT(error_of("user,password\nanna," + most + "a\n"), HasSubstr("the password has 1024 bytes"));
}

TEST(AccountsTest, NoErrorShowsAPassword) {
  EXPECT_THAT(error_of("user,password\nanna,hunter2,more\n"), Not(HasSubstr("hunter2")));
  EXPECT_THAT(error_of("user,password\nanna,\"hunter2\n"), Not(HasSubstr("hunter2")));
  EXPECT_THAT(error_of("user,password\nanna,hunter2\nanna,hunter2\n"), Not(HasSubstr("hunter2")));
}

TEST(AccountsTest, FilesThatCannotBeReadAreNamed) {
  EXPECT_THROW(read_accounts("/does/not/exist.csv"), InputError);
  EXPECT_THROW(read_accounts("/"), InputError);
}

}  // namespace
}  // namespace squall::scenario
