// Each fault of `serve --fault`, at a small scale: what it does lands where it belongs, in exact numbers.
//
// A cell of the table is a fault, a change of the usual run, and what has to come of it; what has to hold of every cell
// is checked for all of them.

#include <functional>
#include <memory>
#include <ostream>

#include <gtest/gtest.h>

#include "load_fixture.hpp"

namespace squall::load::test {
namespace {

using server::FaultKind;
using std::chrono::milliseconds;
using std::chrono::seconds;
using xmpp::Stage;

constexpr std::uint32_t users = 20;
constexpr std::uint64_t planned = 100;  // 20 users, 5 a second, 1 second

/// What the run, the server and its faults say.
struct Told {
  metrics::Result result;
  server::ServerCounts server;
  server::FaultCounts faults;

  const metrics::AuditCounts& audit() const { return result.audit; }
  std::uint64_t users_at(Stage stage, std::string_view error) const {
    std::uint64_t count = 0;
    for (const auto& row : result.funnel.rows) count += row.stage == stage && row.error == error ? row.users : 0;
    return count;
  }
};

struct Cell {
  const char* name;
  const char* faults;
  std::function<void(const Told&)> check;
  std::function<void(scenario::Scenario&)> change = [](scenario::Scenario&) {};
};

std::ostream& operator<<(std::ostream& out, const Cell& cell) {
  return out << cell.name;
}

// Changes of the usual run.

void with_short_drain(scenario::Scenario& scenario) {
  scenario.drain = milliseconds{300};
}
void with_short_patience(scenario::Scenario& scenario) {
  scenario.login_timeout = milliseconds{700};
  scenario.drain = milliseconds{300};
}
void with_large_messages(scenario::Scenario& scenario) {
  scenario.length = 200'000;
  scenario.rate_hz = 50;
  scenario.population.users = 4;
  scenario.drain = milliseconds{300};
}

// What has to come of faults.

void all_are_delivered(const Told& told) {
  EXPECT_EQ(told.audit().delivered_in_order, planned);
  EXPECT_EQ(told.audit().arrivals_first, planned);
  EXPECT_EQ(told.users_at(Stage::online, ""), users);
}

/// Messages the fault took from those delivered, and nothing else happened.
void outcome_is(const Told& told, std::uint64_t metrics::AuditCounts::*outcome, FaultKind fault) {
  EXPECT_GT(told.faults[fault], 0U);
  EXPECT_EQ(told.audit().*outcome, told.faults[fault]);
  EXPECT_EQ(told.audit().delivered(), planned - told.faults[fault]);
}

/// All messages came, and so many others with them.
void arrivals_are(const Told& told, std::uint64_t metrics::AuditCounts::*arrivals, FaultKind fault) {
  EXPECT_GT(told.faults[fault], 0U);
  EXPECT_EQ(told.audit().*arrivals, told.faults[fault]);
  EXPECT_EQ(told.audit().arrivals, planned + told.faults[fault]);
  all_are_delivered(told);
}

/// A copy of XEP-0280 is no arrival of a message at all: nothing was copied into the audit.
void copies_are_no_arrivals(const Told& told, FaultKind fault) {
  EXPECT_GT(told.faults[fault], 0U);
  EXPECT_EQ(told.audit().arrivals, planned);
  all_are_delivered(told);
}

/// So many users lost their connection, with that error, and the messages of theirs that were still to come are unsent.
void users_lost(const Told& told, FaultKind fault, std::string_view error) {
  EXPECT_GT(told.faults[fault], 0U);
  EXPECT_EQ(told.users_at(Stage::closed, error), told.faults[fault]);
  EXPECT_EQ(told.users_at(Stage::online, ""), users - told.faults[fault]);
  EXPECT_EQ(told.result.funnel.reached_online, users);
  EXPECT_GT(told.audit().unsent_not_online, 0U);
  EXPECT_EQ(told.audit().unsent(), told.audit().unsent_not_online);
}

/// Each fourth login got stuck there, and no other.
void logins_stuck(const Told& told, FaultKind fault, Stage stage) {
  EXPECT_EQ(told.faults[fault], users / 4);
  EXPECT_EQ(told.users_at(stage, "timed-out"), users / 4);
  EXPECT_EQ(told.users_at(Stage::online, ""), users - users / 4);
  EXPECT_EQ(told.result.funnel.reached_online, users - users / 4);
  EXPECT_EQ(told.audit().unsent_not_online, planned / 4);
  EXPECT_EQ(told.audit().sent(), told.server.messages_in);
  EXPECT_EQ(told.audit().bounced, told.server.messages_bounced);
}

const Cell cells[] = {
    {"Drop", "drop:1/10",
     [](const Told& t) {
       outcome_is(t, &metrics::AuditCounts::undelivered, FaultKind::drop);
       EXPECT_EQ(t.audit().lost(), t.faults[FaultKind::drop]);
     },
     with_short_drain},
    {"DropEverySeventh", "drop:nth=7",
     [](const Told& t) {
       EXPECT_EQ(t.audit().undelivered, planned / 7);
       EXPECT_EQ(t.faults[FaultKind::drop], planned / 7);
     },
     with_short_drain},
    {"Bounce", "bounce:1/5",
     [](const Told& t) {
       outcome_is(t, &metrics::AuditCounts::bounced, FaultKind::bounce);
       EXPECT_EQ(t.audit().arrivals_bounce, t.faults[FaultKind::bounce]);
       EXPECT_EQ(t.audit().lost(), 0U);
     }},
    {"Misroute", "misroute:1/5",
     [](const Told& t) {
       outcome_is(t, &metrics::AuditCounts::delivered_to_wrong_user_only, FaultKind::misroute);
       EXPECT_EQ(t.audit().arrivals_misdelivered, t.faults[FaultKind::misroute]);
       EXPECT_EQ(t.audit().lost(), t.faults[FaultKind::misroute]);
     }},
    {"MisrouteAmongTwoWorkers", "misroute:1/5",
     [](const Told& t) { outcome_is(t, &metrics::AuditCounts::delivered_to_wrong_user_only, FaultKind::misroute); },
     [](scenario::Scenario& s) {
       s.workers = 2;
       with_short_drain(s);
     }},
    {"Corrupt", "corrupt:1/5",
     [](const Told& t) {
       outcome_is(t, &metrics::AuditCounts::undelivered, FaultKind::corrupt);
       EXPECT_EQ(t.audit().arrivals_corrupted, t.faults[FaultKind::corrupt]);
     },
     with_short_drain},
    {"CorruptShortBodies", "corrupt:1/5",
     [](const Told& t) { outcome_is(t, &metrics::AuditCounts::undelivered, FaultKind::corrupt); },
     [](scenario::Scenario& s) {
       s.length = 20;
       with_short_drain(s);
     }},
    {"Reorder", "reorder:nth=4",
     [](const Told& t) {
       EXPECT_GT(t.faults[FaultKind::reorder], 0U);
       EXPECT_EQ(t.audit().delivered_out_of_order, t.faults[FaultKind::reorder]);
       EXPECT_EQ(t.audit().delivered(), planned);
     }},
    {"Delay", "delay=50ms",
     [](const Told& t) {
       all_are_delivered(t);
       EXPECT_EQ(t.faults[FaultKind::delay], planned);
       EXPECT_GE(t.result.latency.from_send.min(), 50'000'000);
     }},
    {"Duplicate", "duplicate:1/5",
     [](const Told& t) { arrivals_are(t, &metrics::AuditCounts::arrivals_duplicate, FaultKind::duplicate); }},
    {"DuplicateThrice", "duplicate=3:nth=5",
     [](const Told& t) {
       arrivals_are(t, &metrics::AuditCounts::arrivals_duplicate, FaultKind::duplicate);
       EXPECT_EQ(t.faults[FaultKind::duplicate], 3 * planned / 5);
     }},
    {"CarbonCopy", "carbon:1/2", [](const Told& t) { copies_are_no_arrivals(t, FaultKind::carbon); }},
    {"CarbonCopyOfACarbonCopy", "carbon-of-carbon:1/2",
     [](const Told& t) { copies_are_no_arrivals(t, FaultKind::carbon_of_carbon); }},
    {"OneByteWrites", "one-byte",
     [](const Told& t) {
       all_are_delivered(t);
       EXPECT_EQ(t.faults[FaultKind::one_byte], planned);
     }},
    {"OfflineMessagesOfAnEarlierRun", "offline=3",
     [](const Told& t) {
       EXPECT_EQ(t.faults[FaultKind::offline], 3U * users);
       arrivals_are(t, &metrics::AuditCounts::arrivals_foreign, FaultKind::offline);
     }},
    {"OfflineMessagesWithADelayStamp", "offline-stamped:1/2",
     [](const Told& t) { arrivals_are(t, &metrics::AuditCounts::arrivals_foreign, FaultKind::offline_stamped); }},
    {"AnswersFromTheWrongSender", "answer-wrong-sender:nth=4",
     [](const Told& t) { logins_stuck(t, FaultKind::answer_wrong_sender, Stage::session); }, with_short_patience},
    {"AnswersTwice", "answer-twice", [](const Told& t) { all_are_delivered(t); }},
    {"AnswersWithoutFrom", "answer-no-from",
     [](const Told& t) {
       all_are_delivered(t);
       EXPECT_EQ(t.faults[FaultKind::answer_no_from], users);
     }},
    {"Close", "close:nth=20", [](const Told& t) { users_lost(t, FaultKind::close, "connection-lost"); },
     with_short_drain},
    {"Reset", "reset:nth=20", [](const Told& t) { users_lost(t, FaultKind::reset, "connection-lost"); },
     with_short_drain},
    {"HalfClose", "half-close:nth=20", [](const Told& t) { users_lost(t, FaultKind::half_close, "connection-lost"); },
     with_short_drain},
    {"StreamError", "stream-error=policy-violation:nth=20",
     [](const Told& t) { users_lost(t, FaultKind::stream_error, "stream-error: policy-violation"); }, with_short_drain},
    {"CloseAll", "close",
     [](const Told& t) {
       EXPECT_EQ(t.users_at(Stage::closed, "connection-lost"), users);
       EXPECT_EQ(t.faults[FaultKind::close], users);
     }},
    {"StopReading", "stop-reading:nth=3",
     [](const Told& t) {
       EXPECT_EQ(t.users_at(Stage::online, ""), 4U);
       EXPECT_GT(t.faults[FaultKind::stop_reading], 0U);
       EXPECT_GT(t.audit().unsent_blocked, 0U);
       EXPECT_GT(t.audit().undelivered, 0U);
     },
     with_large_messages},
    {"StallHandshake", "stall-handshake:nth=4",
     [](const Told& t) { logins_stuck(t, FaultKind::stall_handshake, Stage::stream); }, with_short_patience},
    {"StallStream", "stall-stream:nth=4",
     [](const Told& t) { logins_stuck(t, FaultKind::stall_stream, Stage::stream); }, with_short_patience},
    {"StallAuth", "stall-auth:nth=4", [](const Told& t) { logins_stuck(t, FaultKind::stall_auth, Stage::auth); },
     with_short_patience},
    {"StallBind", "stall-bind:nth=4", [](const Told& t) { logins_stuck(t, FaultKind::stall_bind, Stage::bind); },
     with_short_patience},
    {"StallSession", "stall-session:nth=4",
     [](const Told& t) { logins_stuck(t, FaultKind::stall_session, Stage::session); }, with_short_patience},
    {"Slow", "slow=100%",
     [](const Told& t) {
       all_are_delivered(t);
       EXPECT_EQ(t.faults[FaultKind::slow], planned);
     }},
    {"Capacity", "capacity=50/s",
     [](const Told& t) {
       EXPECT_GT(t.faults[FaultKind::capacity], 0U);
       EXPECT_EQ(t.audit().delivered_in_order, planned);
     },
     [](scenario::Scenario& s) { s.drain = seconds{20}; }},
    {"Together", "drop:nth=10,bounce:nth=10,duplicate:nth=10",
     [](const Told& t) {
       EXPECT_EQ(t.audit().undelivered, t.faults[FaultKind::drop]);
       EXPECT_EQ(t.audit().bounced, t.faults[FaultKind::bounce]);
       EXPECT_EQ(t.audit().arrivals_duplicate, t.faults[FaultKind::duplicate]);
     },
     with_short_drain},
};

// Those who lose the connection come back.

void with_reconnect(scenario::Scenario& scenario) {
  scenario.reconnect = scenario::Reconnect{milliseconds{20}, milliseconds{200}};
  scenario.duration = seconds{2};
  scenario.drain = milliseconds{300};
}

void users_came_back(const Told& told, FaultKind fault) {
  const metrics::Funnel& funnel = told.result.funnel;
  EXPECT_GT(told.faults[fault], 0U);
  EXPECT_EQ(funnel.dropped, told.faults[fault]);
  EXPECT_GT(funnel.reconnected, 0U);
  EXPECT_LE(funnel.reconnected, funnel.dropped);
  EXPECT_EQ(funnel.reached_online, users);
  EXPECT_GE(funnel.tries, users + funnel.reconnected);
  std::uint64_t online = 0;
  for (const auto& row : funnel.rows) online += row.stage == Stage::online ? row.users : 0;
  EXPECT_EQ(online, users - (funnel.dropped - funnel.reconnected));
  EXPECT_EQ(told.audit().unsent(), told.audit().unsent_not_online);
}

const Cell reconnects[] = {
    {"ReconnectAfterClose", "close:nth=10", [](const Told& t) { users_came_back(t, FaultKind::close); },
     with_reconnect},
    {"ReconnectAfterAStreamError", "stream-error:nth=10",
     [](const Told& t) { users_came_back(t, FaultKind::stream_error); }, with_reconnect},
    {"ReconnectTriesAgainWhileLoginsFail", "close:nth=10,stall-auth:nth=3",
     [](const Told& t) {
       EXPECT_EQ(t.result.funnel.dropped, t.faults[FaultKind::close]);
       EXPECT_GT(t.result.funnel.reconnected, 0U);
       EXPECT_LT(t.result.funnel.reached_online, users) << "who never was online does not come back";
     },
     [](scenario::Scenario& s) {
       with_reconnect(s);
       s.login_timeout = milliseconds{300};
     }},
};

class FaultMatrixTest : public testing::TestWithParam<Cell> {};

Told tell(const Cell& cell) {
  server::ServerOptions options;
  options.faults = *server::parse_faults(cell.faults);
  options.mechanisms = {xmpp::sasl::Mechanism::plain};
  ServerThread server(std::move(options));
  RunInputs inputs = inputs_for(server.endpoint(), users);
  cell.change(inputs.scenario);
  Interrupt interrupt;
  auto result = run(inputs, {}, interrupt);
  EXPECT_TRUE(result);
  const server::ServerCounts counts = server.counts();
  return {result.value_or(metrics::Result{}), counts, server.fault_counts()};
}

TEST_P(FaultMatrixTest, LandsWhereItBelongs) {
  const std::size_t descriptors = open_descriptors();
  const Told told = tell(GetParam());
  EXPECT_EQ(open_descriptors(), descriptors);
  expect_adds_up(told.result);
  EXPECT_EQ(told.server.messages_in, told.server.messages_accounted());
  EXPECT_LE(told.server.messages_in, told.audit().sent());
  EXPECT_EQ(told.result.latency.from_plan.infinite(), told.audit().lost());
  GetParam().check(told);
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultMatrixTest, testing::ValuesIn(cells),
                         [](const auto& cell) { return std::string(cell.param.name); });

INSTANTIATE_TEST_SUITE_P(Reconnects, FaultMatrixTest, testing::ValuesIn(reconnects),
                         [](const auto& cell) { return std::string(cell.param.name); });

TEST(FaultMatrixIdleTest, NeitherSideBurnsCpuWhileNothingHappens) {
  server::ServerOptions options;
  options.faults = *server::parse_faults("delay=50ms,capacity=10/s,slow=50%,stall-auth:nth=10");
  ServerThread server(std::move(options));
  RunInputs inputs = inputs_for(server.endpoint(), users);
  inputs.scenario.login_timeout = milliseconds{700};
  inputs.scenario.rate_hz = 0.01;
  inputs.scenario.duration = seconds{4};
  Interrupt interrupt;
  const auto result = run(inputs, {}, interrupt);
  ASSERT_TRUE(result);
  std::size_t seen = 0;
  for (const metrics::Sample& sample : result->series) {
    if (sample.phase != "steady") continue;
    // Server and generator together, in cores; what spins has one at the least.
    if (++seen > 1) {
      EXPECT_LT(sample.generator_cpu, 0.5);
    }
  }
  EXPECT_GE(seen, 2U);
}

}  // namespace
}  // namespace squall::load::test
