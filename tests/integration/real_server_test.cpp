#include "tests/integration/real_server.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/child_process.hpp"

// The program as a user runs it, against the servers that Debian ships: STARTTLS, and the best mechanism. The load is
// small, and no time is judged. All ways in: server_matrix_test.cpp.

namespace squall::test {
namespace {

using testing::AnyOf;
using testing::Eq;

constexpr int users = 200;
constexpr int seconds = 10;

struct Outcome {
  int exit_code = -1;
  std::string output;
  boost::json::value result;
};

/// `squall run` with a result file, which is null when none was written.
Outcome run_squall(std::vector<std::string> arguments) {
  const ScratchFolder folder;
  const std::string result_file = folder / "result.json";
  arguments.insert(arguments.begin(), {SQUALL_PROGRAM, "run", "--json", result_file});
  ChildProcess squall(arguments);
  Outcome outcome;
  outcome.output = squall.read_all();
  outcome.exit_code = squall.wait();
  if (std::ifstream file{result_file}) {
    outcome.result = boost::json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  return outcome;
}

/// The number at a path of keys; -1 when there is none.
std::int64_t number_at(const boost::json::value& result, const std::string& pointer) {
  boost::json::error_code error;
  const boost::json::value* found = result.find_pointer(pointer, error);
  return found == nullptr || !found->is_number() ? -1 : found->to_number<std::int64_t>();
}

bool servers_are_required() {
  return std::getenv("CI") != nullptr || std::getenv("SQUALL_REQUIRE_SERVERS") != nullptr;
}

class RealServerTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    server_.emplace(GetParam(), users);
    const auto start = server_->start();
    ASSERT_NE(start, RealServer::Start::failed) << "the reason stands above";
    if (start == RealServer::Start::ready) return;
    const std::string line = GetParam() + " is not installed: apt-get install --no-install-recommends " + GetParam();
    if (servers_are_required()) FAIL() << line;
    GTEST_SKIP() << line;
  }

  const RealServer& server() const { return *server_; }

 private:
  std::optional<RealServer> server_;
};

TEST_P(RealServerTest, DeliversEveryMessageOfTwoHundredUsers) {
  const Outcome outcome = run_squall({"--server", server().address(), "--domain", "localhost", "--ca",
                                      server().file("ca"), "--users", std::to_string(users), "--rate", "1/s",
                                      "--duration", std::to_string(seconds) + "s", "--login-rate", "100/s"});
  SCOPED_TRACE(outcome.output);

  // 4: everything counted below arrived, but this machine was too busy for the latencies to mean anything.
  EXPECT_THAT(outcome.exit_code, AnyOf(Eq(0), Eq(4)));
  EXPECT_EQ(number_at(outcome.result, "/audit/planned"), users * seconds);
  EXPECT_EQ(number_at(outcome.result, "/audit/outcomes/delivered_in_order"), users * seconds);
  EXPECT_EQ(number_at(outcome.result, "/audit/lost"), 0);
  EXPECT_EQ(number_at(outcome.result, "/audit/arrivals/duplicate"), 0);
  EXPECT_EQ(server().counts(), (std::map<std::string, std::int64_t>{{"logins", users}, {"stored_offline", 0}}));
}

TEST_P(RealServerTest, SaysThatNobodyCouldLogInWithAWrongPassword) {
  const Outcome outcome =
      run_squall({"--server", server().address(), "--domain", "localhost", "--ca", server().file("ca"), "--users", "4",
                  "--password", "wrong", "--duration", "1s", "--drain", "0s"});
  SCOPED_TRACE(outcome.output);

  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.output, testing::HasSubstr("not-authorized"));
  EXPECT_EQ(server().counts().at("logins"), 0);
}

INSTANTIATE_TEST_SUITE_P(Debian, RealServerTest, testing::Values("jabberd2", "ejabberd", "prosody"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace squall::test
