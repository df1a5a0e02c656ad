#include "src/cli/run_plan.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cli/usage_error.hpp"
#include "tests/unit/cli/temporary_file.hpp"

namespace squall::cli {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFile;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The one line that a user reads; "" if there was nothing wrong.
std::string error_of(const std::function<void()>& plan) {
  try {
    plan();
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

std::string run_error(const std::function<void(RunOptions&)>& change) {
  RunOptions options;
  change(options);
  return error_of([&] { plan_run(options); });
}

PairsOptions pairs(const std::string& users, const std::string& start) {
  PairsOptions options;
  options.users = users;
  options.start = start;
  return options;
}

TEST(RunPlanTest, DefaultsAreThoseOfTheHelp) {
  const RunPlan plan = plan_run({});
  const auto& scenario = plan.scenario;
  EXPECT_EQ(plan.command, "run");
  EXPECT_TRUE(scenario.target.embedded);
  EXPECT_EQ(scenario.target.domain, "localhost");
  EXPECT_EQ(scenario.population.users, 1000u);
  EXPECT_EQ(scenario.population.first, 1u);
  EXPECT_EQ(scenario.population.user_template, "test{n}");
  EXPECT_EQ(scenario.population.password_template, "test{n}");
  EXPECT_DOUBLE_EQ(scenario.rate_hz, 0.05);
  EXPECT_EQ(scenario.length, 140u);
  EXPECT_EQ(scenario.duration, 60s);
  EXPECT_EQ(scenario.drain, 10s);
  EXPECT_EQ(scenario.tick, 1ms);
  EXPECT_DOUBLE_EQ(scenario.login_rate_hz, 200);
  EXPECT_EQ(scenario.login_tries, 1u);
  EXPECT_EQ(scenario.direction, scenario::Direction::both);
  EXPECT_FALSE(scenario.trace_user);
}

TEST(RunPlanTest, PasswordFollowsTheUserTemplateUnlessGiven) {
  RunOptions options;
  options.common.user = "bot{n}";
  EXPECT_EQ(plan_run(options).scenario.population.password_template, "bot{n}");
  options.common.password = "x";
  EXPECT_EQ(plan_run(options).scenario.population.password_template, "x");
}

TEST(RunPlanTest, PasswordFileGivesThePassword) {
  const TemporaryFile file("geheim {n}\r\n");
  RunOptions options;
  options.common.password_file = file.path();
  EXPECT_EQ(plan_run(options).scenario.population.password_template, "geheim {n}");
}

TEST(RunPlanTest, PasswordFilesWithoutOnePasswordAreRefused) {
  for (const char* text : {"", "\n", "one\ntwo\n"}) {
    const TemporaryFile file(text);
    EXPECT_THAT(run_error([&](RunOptions& o) { o.common.password_file = file.path(); }),
                AllOf(HasSubstr("--password-file: " + file.path()), Not(HasSubstr("two"))));
  }
}

TEST(RunPlanTest, UsersHaveToBeEvenAndAboveZero) {
  for (const char* users : {"0", "1", "3", "-2", "two", "2.5", "10000001", "99999999999999999999"})
    EXPECT_THAT(run_error([&](RunOptions& o) { o.users = users; }), HasSubstr(std::string("--users: '") + users + "'"));
  EXPECT_EQ(run_error([](RunOptions& o) { o.users = "2"; }), "");
}

TEST(RunPlanTest, ValuesWithoutSenseAreNamedWithTheirOption) {
  EXPECT_THAT(run_error([](RunOptions& o) { o.first = "0"; }),
              HasSubstr("--first: '0' has to be a whole number from 1"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.rate = "3"; }), HasSubstr("--rate: '3' is no rate"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.length = "0"; }), HasSubstr("--length: '0' has to be a number of bytes"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.length = "2MiB"; }), HasSubstr("--length: '2MiB'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.duration = "60"; }), HasSubstr("--duration: '60' has to be a time"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.duration = "0s"; }), HasSubstr("--duration: '0s'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.duration = "201d"; }), HasSubstr("--duration: '201d'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.direction = "up"; }),
              HasSubstr("--direction: 'up' has to be both or one-way"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.login_rate = "0/s"; }), HasSubstr("--login-rate: '0/s'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.drain = "-1s"; }), HasSubstr("--drain: '-1s'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.tick = "2s"; }), HasSubstr("--tick: '2s'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.seed = "-1"; }), HasSubstr("--seed: '-1'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.workers = "0"; }), HasSubstr("--workers: '0'"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.json = "/"; }), HasSubstr("--json: '/' is a folder"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.json = "/no/such/x.json"; }),
              HasSubstr("there is no folder '/no/such'"));
}

TEST(RunPlanTest, ValuesThatDoNotGoTogetherAreRefused) {
  EXPECT_THAT(run_error([](RunOptions& o) { o.users = "4", o.common.workers = "3"; }),
              HasSubstr("--workers: '3' are more than"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.rate = "1000/s", o.duration = "200d"; }),
              HasSubstr("--duration: '200d' is too long"));
}

TEST(RunPlanTest, UserTemplatesNeedTheNumberAndNoForbiddenCharacter) {
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.user = "bob"; }), HasSubstr("--user: 'bob' is the same for all"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.user = "b{n}@x"; }),
              HasSubstr("--user: 'b{n}@x' is no localpart"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.user = "b {n}"; }), HasSubstr("--user: 'b {n}' is no localpart"));
  EXPECT_THAT(run_error([](RunOptions& o) { o.common.user = ""; }), HasSubstr("--user: ''"));
}

TEST(RunPlanTest, ServerNamesHostAndPort) {
  const auto target = [](const std::string& server) {
    RunOptions options;
    options.common.target.server = server;
    return plan_run(options).scenario.target;
  };
  EXPECT_EQ(target("xmpp.example.org").port, 5222);
  EXPECT_EQ(target("xmpp.example.org").domain, "xmpp.example.org");
  EXPECT_EQ(target("127.0.0.1:5322").port, 5322);
  EXPECT_EQ(target("127.0.0.1:5322").domain, "localhost");
  EXPECT_EQ(target("[::1]:5322").host, "::1");
  EXPECT_FALSE(target("[::1]:5322").embedded);
}

TEST(RunPlanTest, TargetsThatCannotBeAreRefused) {
  const auto error = [](const std::string& server, const std::string& domain) {
    return run_error([&](RunOptions& o) { o.common.target = {server, domain, false}; });
  };
  EXPECT_THAT(error("localhost:0", ""), HasSubstr("--server: 'localhost:0'"));
  EXPECT_THAT(error("localhost:65536", ""), HasSubstr("--server: 'localhost:65536'"));
  EXPECT_THAT(error(":5222", ""), HasSubstr("--server: ':5222'"));
  EXPECT_THAT(error("[::1", ""), HasSubstr("--server: '[::1'"));
  EXPECT_THAT(error("192.0.2.1", ""), HasSubstr("--domain: it is missing"));
  EXPECT_THAT(error("", "a b"), HasSubstr("--domain: 'a b' is no domain"));
  EXPECT_THAT(error("", "a@b"), HasSubstr("--domain: 'a@b' is no domain"));
}

TEST(RunPlanTest, DomainAloneIsTheTarget) {
  RunOptions options;
  options.common.target.domain = "example.org";
  const auto target = plan_run(options).scenario.target;
  EXPECT_FALSE(target.embedded);
  EXPECT_EQ(target.host, "");
  EXPECT_EQ(target.domain, "example.org");
}

TEST(RunPlanTest, TraceNamesAUserOfTheRun) {
  const auto trace = [](const std::string& text) {
    return run_error([&](RunOptions& o) { o.first = "10", o.users = "4", o.common.trace = text; });
  };
  EXPECT_EQ(trace("user=10"), "");
  EXPECT_EQ(trace("user=13"), "");
  for (const char* text : {"user=9", "user=14", "13", "user=", "user=x", "session=13"})
    EXPECT_THAT(trace(text), HasSubstr("has to be user=N with N from 10 to 13")) << text;
}

TEST(RunPlanTest, AccountsGiveUsersAndDomain) {
  const TemporaryFile file("user,password\na@example.org,1\nb,2\nc,3\nd,4\n");
  RunOptions options;
  options.common.accounts = file.path();
  options.common.target.server = "127.0.0.1";
  const RunPlan plan = plan_run(options);
  EXPECT_EQ(plan.scenario.population.users, 4u);
  EXPECT_EQ(plan.scenario.target.domain, "example.org");
  options.first = "3";
  EXPECT_EQ(plan_run(options).scenario.population.users, 2u);
}

TEST(RunPlanTest, AccountsThatDoNotSufficeAreRefused) {
  const TemporaryFile file("user,password\na@example.org,1\nb,2\nc,3\n");
  const auto error = [&](const std::string& users, const std::string& first, const std::string& domain) {
    return run_error([&](RunOptions& o) {
      o.common.accounts = file.path(), o.users = users, o.first = first, o.common.target.domain = domain;
    });
  };
  EXPECT_THAT(error("", "1", ""), HasSubstr("--users: '3' accounts are an odd number"));
  EXPECT_THAT(error("4", "1", ""), HasSubstr("--users: '4' are more than '" + file.path() + "' has"));
  EXPECT_THAT(error("2", "3", ""), HasSubstr("users 3 to 4 are wanted, and it has 3 accounts"));
  EXPECT_THAT(error("", "4", ""), HasSubstr("--first: '4' is beyond the 3 accounts"));
  EXPECT_THAT(error("2", "1", "example.net"), HasSubstr("--domain: 'example.net' is not the domain of the accounts"));
}

TEST(RunPlanTest, FaultsOfAnAccountsFileNameOptionFileAndLine) {
  const TemporaryFile file("user,password\na,1\nb\n");
  EXPECT_THAT(run_error([&](RunOptions& o) { o.common.accounts = file.path(); }),
              HasSubstr("--accounts: " + file.path() + " line 3: a field is missing"));
}

TEST(RunPlanTest, PairsSendOneWayOncePerWindowUntilInterrupted) {
  PairsOptions options = pairs("7", "2");
  options.window = "5";
  options.length = "1000";
  const RunPlan plan = plan_pairs(options);
  const auto& scenario = plan.scenario;
  EXPECT_EQ(plan.command, "pairs");
  EXPECT_EQ(scenario.population.users, 7u);
  EXPECT_EQ(scenario.population.first, 2u);
  EXPECT_DOUBLE_EQ(scenario.rate_hz, 0.2);
  EXPECT_EQ(scenario.length, 1000u);
  EXPECT_TRUE(scenario.stamp_on_top);
  EXPECT_EQ(scenario.direction, scenario::Direction::one_way);
  EXPECT_FALSE(scenario.duration);
  EXPECT_GT(scenario.login_tries, 1'000'000u);
}

TEST(RunPlanTest, PairsRefuseWhatIsNoNumber) {
  const auto error = [](PairsOptions options) { return error_of([&] { plan_pairs(options); }); };
  EXPECT_THAT(error(pairs("0", "1")), HasSubstr("USERS: '0'"));
  EXPECT_THAT(error(pairs("x", "1")), HasSubstr("USERS: 'x'"));
  EXPECT_THAT(error(pairs("2", "0")), HasSubstr("START: '0'"));
  PairsOptions options = pairs("2", "1");
  options.window = "0";
  EXPECT_THAT(error(options), HasSubstr("-w: '0'"));
  options.window = "10";
  options.length = "x";
  EXPECT_THAT(error(options), HasSubstr("-l: 'x'"));
}

TEST(RunPlanTest, ControlCharactersOfAValueAreShownEscaped) {
  EXPECT_THAT(run_error([](RunOptions& o) { o.rate = "\x1b[31m\n"; }), HasSubstr("'\\x1b[31m\\n'"));
}

}  // namespace
}  // namespace squall::cli
