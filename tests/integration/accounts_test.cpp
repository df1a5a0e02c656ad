#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/cli_program.hpp"
#include "tests/integration/real_server.hpp"

// `squall accounts` and `squall check` against the real servers: what is made can log in, what is exported too.

namespace squall::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Words = std::vector<std::string>;

class AccountsTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    server_ = std::make_unique<RealServer>(GetParam(), 2);
    if (server_->start() == RealServer::Start::not_installed) GTEST_SKIP() << GetParam() << " is not installed";
    ASSERT_EQ(server_->start(), RealServer::Start::ready);
  }
  ProgramEnd squall(Words words) const {
    words.insert(words.end(), {"--server", server_->address(), "--domain", "localhost", "--tls", "off"});
    return run_program(words);
  }

  std::unique_ptr<RealServer> server_;
};

TEST_P(AccountsTest, AreMadeConnectedDrainedAndRemovedInBand) {
  const Words who{"--users", "30", "--user", "made{n}"};
  const auto with = [&](Words words) {
    words.insert(words.end(), who.begin(), who.end());
    return squall(words);
  };
  ProgramEnd end = with({"accounts", "register"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  EXPECT_THAT(end.output, HasSubstr("30 accounts registered"));
  end = with({"accounts", "register"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  EXPECT_THAT(end.output, HasSubstr("30 of them existed already"));
  end = with({"accounts", "roster", "--contacts", "4"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  end = with({"accounts", "drain"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  EXPECT_THAT(end.output, HasSubstr("30 accounts drained"));
  end = with({"accounts", "unregister"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  end = with({"accounts", "drain"});
  EXPECT_EQ(end.exit_code, 3) << "nobody is left";
  EXPECT_THAT(end.output, HasSubstr("auth-failed"));
}

TEST_P(AccountsTest, CheckSeesMechanismsAndSendsAMessage) {
  const ProgramEnd end = squall({"check", "--users", "2"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  EXPECT_THAT(end.output, AllOf(HasSubstr("PLAIN"), HasSubstr("message to himself: well")));
}

TEST_P(AccountsTest, LogInWhereTheirExportWasImported) {
  const std::string server = GetParam();
  const std::string format = server == "jabberd2" ? "jabberd2-sqlite" : server;
  const std::string path = server == "prosody" ? server_->folder() / "data" : server_->folder() / "export";
  const ProgramEnd exported = run_program({"accounts", "export", "--for", format, "--domain", "localhost", "--users",
                                           "20", "--user", "ex{n}", "--contacts", "4", "--output", path});
  ASSERT_EQ(exported.exit_code, 0) << exported.errors;
  EXPECT_EQ(exported.output, "") << "passwords stand in the file alone";
  ChildProcess import({SQUALL_SOURCE_DIR "/tests/integration/import_accounts.py", server, server_->folder(), path});
  EXPECT_EQ(import.read_line(), "contacts=80");
  EXPECT_EQ(import.wait(), 0);
  const ProgramEnd end = squall({"accounts", "drain", "--users", "20", "--user", "ex{n}"});
  EXPECT_EQ(end.exit_code, 0) << end.output << end.errors;
  EXPECT_THAT(end.output, HasSubstr("20 accounts drained"));
}

INSTANTIATE_TEST_SUITE_P(Servers, AccountsTest, testing::Values("jabberd2", "ejabberd", "prosody"),
                         [](const auto& server) { return std::string(server.param); });

}  // namespace
}  // namespace squall::test
