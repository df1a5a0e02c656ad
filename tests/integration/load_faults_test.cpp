// What a server does wrong is reported with exact counts.

#include <mutex>
#include <optional>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "load_faulty_server.hpp"
#include "load_fixture.hpp"
#include "tests/support/loopback.hpp"

namespace squall::load::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Delivery = FaultyServer::Delivery;
using Deliveries = std::vector<Delivery>;
using Message = FaultyServer::Message;

constexpr std::uint64_t planned = 100;  // 20 users, 5 a second, 1 second

RunInputs inputs_against(const FaultyServer& server) {
  RunInputs inputs = inputs_for(server.endpoint(), 20);
  inputs.scenario.drain = milliseconds{300};
  return inputs;
}

metrics::AuditCounts audit_of(const RunInputs& inputs) {
  Interrupt interrupt;
  const auto result = run(inputs, {}, interrupt);
  EXPECT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_EQ(result->latency.from_plan.infinite(), result->audit.lost());
  return result->audit;
}

metrics::AuditCounts audit_with(const FaultyServer::Fault& fault) {
  FaultyServer server(fault);
  const auto audit = audit_of(inputs_against(server));
  EXPECT_EQ(audit.planned, planned);
  EXPECT_EQ(audit.sent(), server.messages());
  return audit;
}

bool every(std::uint64_t k, const Message& message) {
  return message.number % k == 0;
}

std::string as_error(std::string xml) {
  const std::string chat = "type='chat'";
  return xml.replace(xml.find(chat), chat.size(), "type='error'");
}

TEST(LoadFaultsTest, AFaultlessServerShowsNoFaults) {
  const auto audit = audit_with([](const Message& m) { return Deliveries{{m.to, m.xml}}; });
  EXPECT_EQ(audit.delivered_in_order, planned);
  EXPECT_EQ(audit.arrivals, planned);
}

TEST(LoadFaultsTest, DroppedMessagesAreUndelivered) {
  const auto audit = audit_with([](const Message& m) {
    return every(7, m) ? Deliveries{} : Deliveries{{m.to, m.xml}};
  });
  EXPECT_EQ(audit.undelivered, 15u);
  EXPECT_EQ(audit.lost(), 15u);
  EXPECT_EQ(audit.delivered_in_order, 85u);
}

TEST(LoadFaultsTest, SecondCopiesAreDuplicates) {
  const auto audit = audit_with([](const Message& m) {
    return every(10, m) ? Deliveries{{m.to, m.xml}, {m.to, m.xml}, {m.to, m.xml}} : Deliveries{{m.to, m.xml}};
  });
  EXPECT_EQ(audit.arrivals_duplicate, 20u);
  EXPECT_EQ(audit.delivered_in_order, planned);
}

TEST(LoadFaultsTest, MessagesAtAUserOfAnotherWorkerAreLostToTheWrongUser) {
  FaultyServer server([](const Message& m) {
    // User 1 is of the first worker, user 19 of the second when there are two.
    const std::string wrong = m.to == "test19" || m.to == "test20" ? "test1" : "test19";
    return every(5, m) ? Deliveries{{wrong, m.xml}} : Deliveries{{m.to, m.xml}};
  });
  RunInputs inputs = inputs_against(server);
  inputs.scenario.workers = 2;
  const auto audit = audit_of(inputs);
  EXPECT_EQ(audit.delivered_to_wrong_user_only, 20u);
  EXPECT_EQ(audit.arrivals_misdelivered, 20u);
  EXPECT_EQ(audit.undelivered, 0u);
  EXPECT_EQ(audit.lost(), 20u);
}

TEST(LoadFaultsTest, AMessageThatComesToTheRightAndToTheWrongUserIsDelivered) {
  const auto audit = audit_with([](const Message& m) { return Deliveries{{m.from, m.xml}, {m.to, m.xml}}; });
  EXPECT_EQ(audit.delivered_in_order, planned);
  EXPECT_EQ(audit.arrivals_misdelivered, planned);
  EXPECT_EQ(audit.delivered_to_wrong_user_only, 0u);
}

TEST(LoadFaultsTest, AlteredBodiesAreCorruptedAndTheirMessagesUndelivered) {
  const auto audit = audit_with([](const Message& m) {
    std::string xml = m.xml;
    if (every(4, m)) xml[xml.find("</body>") - 1] = '!';
    return Deliveries{{m.to, xml}};
  });
  EXPECT_EQ(audit.arrivals_corrupted, 25u);
  EXPECT_EQ(audit.undelivered, 25u);
}

TEST(LoadFaultsTest, ErrorsToTheSenderAreBounces) {
  const auto audit = audit_with([](const Message& m) {
    return every(4, m) ? Deliveries{{m.from, as_error(m.xml)}} : Deliveries{{m.to, m.xml}};
  });
  EXPECT_EQ(audit.bounced, 25u);
  EXPECT_EQ(audit.arrivals_bounce, 25u);
  EXPECT_EQ(audit.lost(), 0u);
}

TEST(LoadFaultsTest, SwappedMessagesOfOneSenderAreDeliveredOutOfOrder) {
  std::optional<Message> held;  // the first of test1's; it goes out behind his second
  const auto audit = audit_with([&held](const Message& m) {
    if (m.from != "test1") return Deliveries{{m.to, m.xml}};
    if (!held) {
      held = m;
      return Deliveries{};
    }
    Deliveries both{{m.to, m.xml}};
    if (!held->xml.empty()) both.push_back({m.to, std::exchange(held->xml, "")});
    return both;
  });
  EXPECT_EQ(audit.delivered_out_of_order, 1u);
  EXPECT_EQ(audit.delivered(), planned);
}

TEST(LoadFaultsTest, WhatIsNotOursIsForeign) {
  const auto audit = audit_with([](const Message& m) {
    return Deliveries{{m.to, "<message from='localhost'><body>Welcome!</body></message>"},
                      {m.to, "<message type='error' id='x'/>"},
                      {m.to, m.xml}};
  });
  EXPECT_EQ(audit.arrivals_foreign, 2 * planned);
  EXPECT_EQ(audit.delivered_in_order, planned);
}

TEST(LoadFaultsTest, SeveralMessagesInOneReadShareTheStampOfTheLast) {
  FaultyServer server([](const Message& m) {
    // A presence behind the message, in the same segment: the stamp is the presence's.
    return Deliveries{{m.to, m.xml + "<presence from='test1@localhost/faulty'/>"}};
  });
  Interrupt interrupt;
  const auto result = run(inputs_against(server), {}, interrupt);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->audit.delivered(), planned);
  EXPECT_EQ(result->latency.exact, 0u);
  EXPECT_EQ(result->latency.shared_stamp + result->latency.no_stamp, planned);
}

TEST(LoadFaultsTest, AServerThatStopsReadingBlocksWhatComesLater) {
  FaultyServer server([](const Message& m) { return Deliveries{{m.to, m.xml}}; });
  RunInputs inputs = inputs_against(server);
  inputs.scenario.length = 200'000;
  inputs.scenario.rate_hz = 50;
  inputs.scenario.population.users = 4;
  inputs.scenario.duration = seconds{2};
  Interrupt interrupt;
  const auto result = run(
      inputs,
      [&server](const metrics::Sample& s) {
        if (s.phase == "steady") server.stop_reading();
      },
      interrupt);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_EQ(result->audit.planned, 400u);
  EXPECT_GT(result->audit.unsent_blocked, 0u);
}

TEST(LoadFaultsTest, AServerThatCutsConnectionsLeavesNoMessageUnaccounted) {
  FaultyServer server([](const Message& m) { return Deliveries{{m.to, m.xml}}; });
  RunInputs inputs = inputs_against(server);
  inputs.scenario.duration = seconds{2};
  Interrupt interrupt;
  const auto result = run(
      inputs, [&server](const metrics::Sample&) { server.cut(); }, interrupt);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_EQ(result->audit.planned, 200u);
  EXPECT_GT(result->audit.unsent_not_online, 0u);
}

// None of these drains is to last its whole time, which is more than the test has.

TEST(LoadFaultsTest, ADrainEndsOnceNobodyIsOnline) {
  FaultyServer server([](const Message&) { return Deliveries{}; });
  RunInputs inputs = inputs_against(server);
  inputs.scenario.duration = seconds{2};
  inputs.scenario.drain = seconds{600};
  Interrupt interrupt;
  const auto result = run(
      inputs, [&server](const metrics::Sample&) { server.cut(); }, interrupt);
  ASSERT_TRUE(result);
  expect_adds_up(*result);
  EXPECT_GT(result->audit.undelivered, 0u);
}

TEST(LoadFaultsTest, ADrainDoesNotWaitForThePartnerThatAnOddNumberLacks) {
  FaultyServer server([](const Message& m) { return Deliveries{{m.to, m.xml}}; });
  RunInputs inputs = inputs_against(server);
  inputs.scenario.population.users = 3;
  inputs.scenario.direction = scenario::Direction::one_way;
  inputs.scenario.drain = seconds{600};
  Interrupt interrupt;
  const auto result = run(inputs, {}, interrupt);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->audit.planned, 10u);
  EXPECT_EQ(result->audit.delivered(), 5u);
  EXPECT_EQ(result->planned_to_nobody, 5u);
}

TEST(LoadFaultsTest, AnInterruptDuringTheLogoutLetsItGoOnAndASecondOneEndsIt) {
  for (const int times : {1, 2}) {
    FaultyServer server([](const Message&) { return Deliveries{}; });
    RunInputs inputs = inputs_against(server);
    inputs.scenario.duration = seconds{2};
    Interrupt interrupt;
    bool asked = false;
    const auto result = run(
        inputs,
        [&](const metrics::Sample& s) {
          server.stop_reading();  // so that nobody is let out
          if (s.phase != "logout" || std::exchange(asked, true)) return;
          for (int i = 0; i < times; ++i) interrupt.request();
        },
        interrupt);
    EXPECT_TRUE(asked);
    EXPECT_EQ(result.has_value(), times == 1);
  }
}

/// As many descriptors as are open now, and some.
class DescriptorsAtMost {
 public:
  explicit DescriptorsAtMost(std::size_t more) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit lower{open_descriptors() + more, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &lower);
  }
  ~DescriptorsAtMost() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorsAtMost(const DescriptorsAtMost&) = delete;
  DescriptorsAtMost& operator=(const DescriptorsAtMost&) = delete;

 private:
  rlimit before_{};
};

TEST(LoadFaultsTest, UsersWithoutADescriptorFailForALimitOfThisMachine) {
  const squall::test::RawListener silent;  // the kernel takes connections for it
  RunInputs inputs = inputs_for(silent.endpoint(), 40);
  inputs.scenario.login_timeout = milliseconds{300};
  Interrupt interrupt;
  const DescriptorsAtMost limit(20);
  const auto result = run(inputs, {}, interrupt);
  ASSERT_TRUE(result);
  std::uint64_t ours = 0, theirs = 0;
  for (const auto& row : result->funnel.rows) {
    (row.error.starts_with("local-limit") ? ours : theirs) += row.users;
    EXPECT_EQ(row.stage, row.error.starts_with("local-limit") ? xmpp::Stage::connect : xmpp::Stage::stream);
  }
  EXPECT_GE(ours, 20u);
  EXPECT_GT(theirs, 0u);
  EXPECT_EQ(ours + theirs, 40u);
  EXPECT_EQ(result->verdict, metrics::Verdict::nobody_online);
}

TEST(LoadFaultsTest, AnInterruptDuringTheDrainLetsItGoOnAndASecondOneEndsIt) {
  for (const int times : {1, 2}) {
    FaultyServer server([](const Message&) { return Deliveries{}; });
    RunInputs inputs = inputs_against(server);
    inputs.scenario.drain = seconds{2};
    Interrupt interrupt;
    bool asked = false;
    const auto result = run(
        inputs,
        [&](const metrics::Sample& s) {
          if (s.phase != "drain" || std::exchange(asked, true)) return;
          for (int i = 0; i < times; ++i) interrupt.request();
        },
        interrupt);
    EXPECT_TRUE(asked);
    ASSERT_EQ(result.has_value(), times == 1);
    if (result) {
      EXPECT_EQ(result->audit.undelivered, planned);
    }
  }
}

}  // namespace
}  // namespace squall::load::test
