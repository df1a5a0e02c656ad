#include <gtest/gtest.h>

#include "src/net/service_lookup.hpp"
#include "tests/support/dns_server.hpp"
#include "tests/support/loopback.hpp"

namespace squall::net {
namespace {

using Outcome = ServiceLookup::Outcome;
using test::dns_answer;
using test::srv_record;

constexpr const char* service = "_xmpp-client._tcp.example.org";

/// What a look-up finds at a server that answers so.
ServiceLookup look_up(test::DnsServer::Reply reply) {
  const test::DnsServer server(std::move(reply));
  LookupOptions options;
  options.servers = server.address();
  options.timeout = std::chrono::milliseconds{200};
  options.patience = std::chrono::milliseconds{1000};
  return look_up_service(service, options);
}

TEST(ServiceLookupTest, FindsTheTargetsInTheOrderOfTheirPriority) {
  const auto found = look_up([](const std::string& query) {
    return dns_answer(query,
                      {srv_record(20, 0, 5269, "backup.example.org"), srv_record(10, 5, 5222, "xmpp.example.org")});
  });
  ASSERT_EQ(found.outcome, Outcome::found);
  EXPECT_EQ(found.targets,
            (std::vector<ServiceTarget>{{"xmpp.example.org", 5222, 10, 5}, {"backup.example.org", 5269, 20, 0}}));
}

TEST(ServiceLookupTest, AsksForTheServiceOfTheDomain) {
  std::string asked;
  look_up([&asked](const std::string& query) {
    asked = query.substr(12, test::dns_name(service).size());
    return dns_answer(query, {}, 3);
  });
  EXPECT_EQ(asked, test::dns_name(service));
}

TEST(ServiceLookupTest, KnowsThatTheRootAsTargetMeansNoService) {
  const auto found = look_up([](const std::string& query) { return dns_answer(query, {srv_record(0, 0, 0, ".")}); });
  EXPECT_EQ(found.outcome, Outcome::no_service);
  EXPECT_TRUE(found.targets.empty());
}

TEST(ServiceLookupTest, FindsNoneWhereThereIsNoSuchNameOrRecord) {
  EXPECT_EQ(look_up([](const std::string& query) { return dns_answer(query, {}, 3); }).outcome, Outcome::none);
  EXPECT_EQ(look_up([](const std::string& query) { return dns_answer(query, {}); }).outcome, Outcome::none);
}

TEST(ServiceLookupTest, FailsInBoundedTimeWhereNobodyAnswers) {
  const auto found = look_up([](const std::string&) { return std::string(); });
  EXPECT_EQ(found.outcome, Outcome::failed);
  EXPECT_EQ(found.text, "Timeout while contacting DNS servers");
}

TEST(ServiceLookupTest, FailsOnAnswersThatAreCutOff) {
  const auto whole = [](const std::string& query) {
    return dns_answer(query, {srv_record(10, 5, 5222, "xmpp.example.org")});
  };
  std::string query;
  look_up([&](const std::string& asked) { return whole(query = asked); });
  const std::size_t question = 12 + test::dns_name(service).size() + 4;
  const std::size_t size = whole(query.substr(0, question)).size();
  for (std::size_t cut = question; cut < size; cut += 3) {
    const auto found = look_up([&](const std::string& asked) { return whole(asked).substr(0, cut); });
    EXPECT_EQ(found.outcome, Outcome::failed) << cut;
  }
}

TEST(ServiceLookupTest, FailsOnAnswersThatMakeNoSense) {
  const auto pointer_to_itself = [](const std::string& query) {
    std::string record = srv_record(10, 5, 5222, ".");
    record.back() = '\xC0';
    return dns_answer(query, {record + '\x7F'});
  };
  EXPECT_EQ(look_up(pointer_to_itself).outcome, Outcome::failed);
  EXPECT_EQ(look_up([](const std::string& query) { return dns_answer(query, {}, 2); }).outcome, Outcome::failed);
  EXPECT_EQ(look_up([](const std::string& query) { return "xx" + query.substr(2); }).outcome, Outcome::failed);
}

TEST(ServiceLookupTest, LeavesNoDescriptorBehind) {
  const std::size_t before = test::open_descriptors();
  look_up([](const std::string& query) { return dns_answer(query, {srv_record(1, 1, 5222, "a.b")}); });
  look_up([](const std::string&) { return std::string(); });
  EXPECT_EQ(test::open_descriptors(), before);
}

}  // namespace
}  // namespace squall::net
