#include "src/cli/check_findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace squall::cli {
namespace {

using Level = Finding::Level;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CheckFindingsTest, WantsDescriptorsForAllUsers) {
  scenario::Scenario scenario;
  scenario.population.users = 1000;
  EXPECT_EQ(find_descriptors(scenario, {.soft = 5000, .hard = 5000}).level, Level::fine);
  const Finding finding = find_descriptors(scenario, {.soft = 500, .hard = 500});
  EXPECT_EQ(finding.level, Level::wrong);
  EXPECT_THAT(finding.mend, HasSubstr("ulimit -Hn 1"));
}

TEST(CheckFindingsTest, HoldsPortsAgainstUsersAndSources) {
  const PortRange range{32768, 60999};
  EXPECT_EQ(find_ports(10'000, 1, range).level, Level::fine);
  EXPECT_EQ(find_ports(20'000, 1, range).level, Level::doubtful);
  EXPECT_EQ(find_ports(30'000, 1, range).level, Level::wrong);
  EXPECT_THAT(find_ports(30'000, 1, range).mend, HasSubstr("--source with 3 addresses"));
  EXPECT_EQ(find_ports(30'000, 3, range).level, Level::fine);
  EXPECT_EQ(find_ports(1, 1, PortRange{5, 4}).level, Level::wrong);
}

TEST(CheckFindingsTest, SpreadsUsersOverLoopbackAddresses) {
  scenario::Scenario scenario;
  scenario.population.users = 25'000;
  const auto v4 = boost::asio::ip::make_address("127.0.0.1"), far = boost::asio::ip::make_address("192.0.2.1");
  EXPECT_EQ(source_count(scenario, {{v4, 5222}}), 3U);
  EXPECT_EQ(source_count(scenario, {{far, 5222}}), 1U);
  scenario.transport.source = "127.0.0.2,127.0.0.3";
  EXPECT_EQ(source_count(scenario, {{v4, 5222}}), 2U);
}

TEST(CheckFindingsTest, DoubtsASlowClock) {
  EXPECT_EQ(find_clock_source("tsc").level, Level::fine);
  EXPECT_EQ(find_clock_source("").level, Level::fine);
  EXPECT_EQ(find_clock_source("hpet").level, Level::doubtful);
  EXPECT_EQ(find_synchronisation(false).level, Level::fine);
  EXPECT_THAT(find_synchronisation(false).mend, HasSubstr("timedatectl"));
}

TEST(CheckFindingsTest, ReadsMechanismsAndFeaturesOutOfWhatAServerSaid) {
  constexpr std::string_view said =
      "<mechanism>PLAIN</mechanism><mechanism>X\x1b</mechanism><mechanism>PLAIN</mechanism><mechanism>broken"
      "<sm xmlns='urn:xmpp:sm:3'/>";
  const auto mechanisms = mechanisms_in(said);
  ASSERT_EQ(mechanisms.size(), 2U);
  EXPECT_EQ(mechanisms[0], "PLAIN");
  EXPECT_EQ(mechanisms[1].find('\x1b'), std::string::npos);
  EXPECT_THAT(features_in(said), ElementsAre("stream management (XEP-0198)"));
  EXPECT_THAT(features_in(""), IsEmpty());
}

}  // namespace
}  // namespace squall::cli
