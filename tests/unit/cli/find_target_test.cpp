#include "src/cli/find_target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cli/usage_error.hpp"

namespace squall::cli {
namespace {

using boost::asio::ip::make_address;
using testing::AllOf;
using testing::HasSubstr;
using Endpoint = boost::asio::ip::tcp::endpoint;

scenario::Scenario against(const std::string& host) {
  scenario::Scenario scenario;
  scenario.target.host = host;
  return scenario;
}

std::string refusal(const scenario::Scenario& scenario, const std::vector<Endpoint>& endpoints) {
  try {
    refuse_foreign_target(scenario, endpoints);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(FindTargetTest, LoopbackNeedsNoPermission) {
  EXPECT_EQ(refusal(against("localhost"), {{make_address("127.3.2.1"), 5222}, {make_address("::1"), 5222}}), "");
}

TEST(FindTargetTest, RefusalNamesUsersRateAndForeignAddress) {
  EXPECT_THAT(refusal(against("x.example"), {{make_address("127.0.0.1"), 5222}, {make_address("192.0.2.7"), 5222}}),
              AllOf(HasSubstr("--server: 'x.example:5222' is 192.0.2.7:5222"), HasSubstr("1,000 users"),
                    HasSubstr("50 messages/s"), HasSubstr("--yes-this-server-is-mine")));
}

TEST(FindTargetTest, OwnersMayGoOn) {
  auto scenario = against("x.example");
  scenario.target.confirmed_mine = true;
  EXPECT_EQ(refusal(scenario, {{make_address("192.0.2.7"), 5222}}), "");
}

TEST(FindTargetTest, ErrorsNameTheOptionThatWasUsed) {
  scenario::Target target;
  target.domain = "example.org";
  EXPECT_STREQ(named_by(target).option, "--domain");
  EXPECT_EQ(named_by(target).value, "example.org");
  target.host = "::1";
  EXPECT_STREQ(named_by(target).option, "--server");
  EXPECT_EQ(named_by(target).value, "[::1]:5222");
}

}  // namespace
}  // namespace squall::cli
