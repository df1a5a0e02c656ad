// Plan, account and latency together under a clock that the test turns: no sockets, no sleeps, exact figures.

#include <algorithm>
#include <deque>
#include <functional>

#include <gtest/gtest.h>

#include "src/load/due_ring.hpp"
#include "src/metrics/delivery_audit.hpp"
#include "src/metrics/health.hpp"
#include "src/metrics/latency.hpp"

namespace squall::load {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t s = 1000 * ms;

using metrics::MessageStamp;

/// What a server does with a message that it gets at that instant: when it delivers it; nothing if never.
using Server = std::function<std::optional<std::int64_t>(const MessageStamp&, std::int64_t)>;

class SimulatedRun {
 public:
  SimulatedRun() : population_(users(), scenario::Direction::both, 1), schedule_(2, 100, 3, ms), audit_(100) {}

  /// Turns the clock tick by tick to `end`; the generator stands still from `stopped` to `resumed`.
  void run(std::int64_t end, const Server& server, std::int64_t stopped = -1, std::int64_t resumed = -1) {
    DueRing ring(population_, schedule_, 0);
    for (std::int64_t now = 0; now < end; now += ms) {
      if (now >= stopped && now < resumed) continue;
      for (; ring.due() <= now; ring.advance()) send(ring.local(), ring.due(), now, server);
    }
    std::ranges::stable_sort(wire_, {}, [](const Flight& f) { return f.arrives; });
    for (const Flight& flight : wire_) arrive(flight);
  }

  metrics::AuditCounts counts() const { return audit_.counts(); }
  const metrics::LatencyFigures& latency() const { return latency_; }
  metrics::GeneratorHealth health;

 private:
  struct Flight {
    MessageStamp stamp;
    std::int64_t arrives;
  };
  static scenario::Population users() {
    scenario::Population population;
    population.users = 100;
    return population;
  }
  void send(std::uint32_t user, std::int64_t due, std::int64_t now, const Server& server) {
    const MessageStamp stamp{user, audit_.sent(user), due, now};
    health.send_lateness.record(now - due);
    if (const auto arrives = server(stamp, now)) wire_.push_back({stamp, *arrives});
  }
  void arrive(const Flight& flight) {
    if (audit_.arrived(flight.stamp.direction, flight.stamp.sequence) != metrics::ArrivalClass::first) return;
    metrics::record(latency_, flight.stamp, flight.arrives, metrics::ArrivalStamp::exact);
  }

  Population population_;
  Schedule schedule_;
  metrics::DeliveryAudit audit_;
  metrics::LatencyFigures latency_;
  std::deque<Flight> wire_;
};

TEST(SimulatedRunTest, ADelayOfTheServerShowsExactlyAndForEveryMessage) {
  SimulatedRun run;
  run.run(10 * s, [](const MessageStamp&, std::int64_t now) { return std::optional(now + 50 * ms); });
  EXPECT_EQ(run.counts().planned, 2000u);
  EXPECT_EQ(run.counts().delivered_in_order, 2000u);
  EXPECT_EQ(run.latency().from_plan.count(), 2000u);
  EXPECT_EQ(run.latency().from_plan.min(), 50 * ms);
  EXPECT_EQ(run.latency().from_plan.max(), 50 * ms);
}

TEST(SimulatedRunTest, KDroppedOfNAreReportedAsExactlyK) {
  SimulatedRun run;
  std::uint64_t seen = 0, dropped = 0;
  run.run(10 * s, [&](const MessageStamp&, std::int64_t now) -> std::optional<std::int64_t> {
    if (++seen % 13 != 0) return now + ms;
    ++dropped;
    return std::nullopt;
  });
  EXPECT_EQ(dropped, 2000u / 13);
  EXPECT_EQ(run.counts().undelivered, dropped);
  EXPECT_EQ(run.counts().lost(), dropped);
  EXPECT_EQ(run.counts().planned, run.counts().sum_of_outcomes());
}

TEST(SimulatedRunTest, AStandstillOfTheGeneratorShowsFromThePlanAndNotFromTheSend) {
  SimulatedRun run;
  run.run(
      10 * s, [](const MessageStamp&, std::int64_t now) { return std::optional(now + ms); }, 4 * s, 5 * s);
  EXPECT_EQ(run.counts().planned, 2000u);
  EXPECT_EQ(run.latency().from_plan.max(), s + ms) << "due as it stopped, sent as it went on";
  EXPECT_EQ(run.latency().from_send.max(), ms);
  metrics::judge(run.health, 2000, run.latency().from_plan.quantile(0.5));
  EXPECT_FALSE(run.health.valid) << "a tenth of all sends was late";
}

TEST(SimulatedRunTest, AStandstillOfTheServerShowsInBothLatenciesForAllThatFellDueMeanwhile) {
  SimulatedRun run;
  run.run(10 * s, [](const MessageStamp&, std::int64_t now) {
    return std::optional(now >= 4 * s && now < 5 * s ? 5 * s : now + ms);
  });
  const auto slow = [](const metrics::Histogram& latencies) {
    std::uint64_t count = 0;
    for (const auto& bucket : latencies.buckets()) count += bucket.low > 2 * ms ? bucket.count : 0;
    return count;
  };
  EXPECT_EQ(run.latency().from_plan.max(), s);
  EXPECT_EQ(run.latency().from_send.max(), s);
  // 200 are due in that second; of the last two ticks' none is slower than 2 ms.
  EXPECT_NEAR(static_cast<double>(slow(run.latency().from_plan)), 200, 2);
  EXPECT_EQ(slow(run.latency().from_plan), slow(run.latency().from_send));
  EXPECT_EQ(run.counts().delivered(), 2000u);
}

TEST(SimulatedRunTest, AServerThatShufflesDeliversAllSomeOutOfOrder) {
  SimulatedRun run;
  run.run(10 * s, [](const MessageStamp& stamp, std::int64_t now) {
    return std::optional(stamp.sequence % 2 == 0 ? now + 700 * ms : now + ms);  // the period is 500 ms
  });
  EXPECT_EQ(run.counts().delivered(), 2000u);
  EXPECT_EQ(run.counts().delivered_out_of_order, 1000u);
}

}  // namespace
}  // namespace squall::load
