#include "src/cli/needs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cli/usage_error.hpp"
#include "src/report/page.hpp"
#include "src/report/printable.hpp"

namespace squall::cli {
namespace {

using boost::asio::ip::make_address;
using testing::AllOf;
using testing::HasSubstr;

constexpr net::DescriptorLimit plenty{20000, 1'000'000};

RunPlan plan_of(const std::string& users) {
  RunOptions options;
  options.users = users;
  return plan_run(options);
}

TEST(NeedsTest, EveryUserNeedsADescriptor) {
  EXPECT_GT(descriptors_needed(plan_of("5000").scenario), 5000u);
  EXPECT_LT(descriptors_needed(plan_of("5000").scenario), 5200u);
}

TEST(NeedsTest, TooFewDescriptorsAreRefusedWithTheLimitAndTheWayOut) {
  try {
    refuse_too_many_users(plan_of("30000"), {1024, 20000});
    FAIL() << "it was not refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("--users: '30000' need"), HasSubstr("ulimit -Hn) is 20000"),
                                    HasSubstr("give at most 19928 users")));
  }
}

TEST(NeedsTest, WhatTheRefusalAllowsIsAllowed) {
  EXPECT_NO_THROW(refuse_too_many_users(plan_of("19928"), {1024, 20000}));
  EXPECT_THROW(refuse_too_many_users(plan_of("19930"), {1024, 20000}), UsageError);
}

TEST(NeedsTest, PlanSaysWhatTheRunNeeds) {
  const std::string text = plan_text(plan_of("1000"), plenty, {});
  EXPECT_THAT(text, AllOf(HasSubstr("embedded server"), HasSubstr("1,000 (1 to 1000) in 500 pairs"),
                          HasSubstr("50/s together, 3,000 expected in all"), HasSubstr("login 5.0 s at 200/s"),
                          HasSubstr("Connections 1,000"), HasSubstr("1,072 needed")));
}

TEST(NeedsTest, PlanNamesAddressesAndWhetherTheyNeedPermission) {
  RunOptions options;
  options.common.target.server = "x.example";
  const std::string text = plan_text(plan_run(options), plenty, {{make_address("192.0.2.7"), 5222}});
  EXPECT_THAT(text, AllOf(HasSubstr("192.0.2.7:5222"), HasSubstr("needs --yes-this-server-is-mine")));
}

TEST(NeedsTest, PlanSaysWhereTheStampGoes) {
  RunOptions options;
  options.length = "40";
  EXPECT_THAT(plan_text(plan_run(options), plenty, {}), HasSubstr("the stamp being in the stanza's id"));
  options.length = "41";
  EXPECT_THAT(plan_text(plan_run(options), plenty, {}), HasSubstr("stamp included"));
}

TEST(NeedsTest, PlanFitsThePageWhateverTheNames) {
  RunOptions options;
  options.common.target = {std::string(63, 'a') + "." + std::string(63, 'b') + ".example", "", false};
  options.common.user = std::string(200, 'u') + "{n}";
  const std::string text = plan_text(plan_run(options), plenty, {{make_address("2001:db8::1"), 5222}});
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    EXPECT_LE(report::columns(text.substr(at, end - at)), report::page_columns);
  }
}

TEST(NeedsTest, AnnouncementSaysTheTrafficAsTheOldScriptDid) {
  PairsOptions options;
  options.users = "500";
  options.start = "1";
  EXPECT_EQ(announcement(plan_pairs(options), "127.0.0.1:5222"),
            "500 users, 25 messages/s, 3 a minute averaged over all users, until interrupted, at 127.0.0.1:5222");
}

}  // namespace
}  // namespace squall::cli
