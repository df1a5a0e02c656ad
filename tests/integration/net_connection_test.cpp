#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include "src/net/connection.hpp"
#include "tests/support/loopback.hpp"

namespace squall::net {
namespace {

using test::RawListener;
using test::RawPeer;

class Recorder final : public ConnectionHandler {
 public:
  void on_connected() override { connected = true; }
  void on_received(std::string_view bytes, Arrival arrival) override {
    received += bytes;
    arrivals.push_back(arrival);
    read_at.push_back(Clock::now());
    if (then) then();
  }
  void on_drained() override { ++drained; }
  void on_closed(std::error_code error) override {
    closed = true;
    reason = error;
    if (then) then();
  }

  bool connected = false;
  bool closed = false;
  int drained = 0;
  std::error_code reason;
  std::string received;
  std::vector<Arrival> arrivals;
  std::vector<TimePoint> read_at;
  std::function<void()> then;
};

class ConnectionTest : public testing::Test {
 protected:
  bool run_until(const std::function<bool()>& done) {
    return test::drive(
        poller_.descriptor(), [&] { poller_.dispatch(); }, done);
  }

  RawPeer connect(Connection& connection, Recorder& recorder) {
    EXPECT_FALSE(connection.connect(listener_.endpoint()));
    EXPECT_TRUE(run_until([&] { return recorder.connected || recorder.closed; }));
    return RawPeer(listener_.accept());
  }

  std::array<char, 16384> scratch_{};
  Poller poller_;
  ConnectionContext context_{.poller = poller_, .scratch = scratch_};
  RawListener listener_;
  Recorder recorder_;
};

TEST_F(ConnectionTest, ExchangesBytesBothWays) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  EXPECT_EQ(connection.write("to the peer"), WriteOutcome::sent);
  EXPECT_EQ(peer.read(), "to the peer");
  peer.send("from the peer");
  EXPECT_TRUE(run_until([&] { return recorder_.received == "from the peer"; }));
  EXPECT_TRUE(connection.is_open());
}

TEST_F(ConnectionTest, NeverCallsBackWithinConnect) {
  Connection connection(context_, recorder_);
  ASSERT_FALSE(connection.connect(listener_.endpoint()));
  EXPECT_FALSE(recorder_.connected);
  EXPECT_FALSE(connection.is_open());
  EXPECT_EQ(connection.write("too early"), WriteOutcome::refused);
}

// The kernel switches stamping on for the whole machine with the first socket that asks, and takes a moment over it.
TEST_F(ConnectionTest, BringsKernelStampsOntoTheSteadyClock) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  TimePoint sent;
  std::size_t packets = 0;
  ASSERT_TRUE(run_until([&] {
    if (recorder_.received.size() < packets) return false;
    if (packets > 0 && recorder_.arrivals.back().from_kernel) return true;
    sent = Clock::now();
    peer.send("x");
    ++packets;
    return false;
  }));
  constexpr auto slack = std::chrono::microseconds{50};
  EXPECT_GE(recorder_.arrivals.back().at, sent - slack);
  EXPECT_LE(recorder_.arrivals.back().at, recorder_.read_at.back() + slack);
}

TEST_F(ConnectionTest, StampsEveryPacketOnceStampingIsOn) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  ASSERT_TRUE(run_until([&] {
    if (!recorder_.arrivals.empty() && recorder_.arrivals.back().from_kernel) return true;
    peer.send("x");
    return false;
  }));
  Recorder fresh;
  Connection second(context_, fresh);
  RawPeer second_peer = connect(second, fresh);
  for (std::size_t i = 1; i <= 3; ++i) {
    second_peer.send("x");
    ASSERT_TRUE(run_until([&] { return fresh.received.size() == i; }));
  }
  EXPECT_TRUE(fresh.arrivals[1].from_kernel);
  EXPECT_TRUE(fresh.arrivals[2].from_kernel);
}

TEST_F(ConnectionTest, UsesTheClockWhenStampsAreOff) {
  context_.timestamps = false;
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  const TimePoint sent = Clock::now();
  peer.send("x");
  ASSERT_TRUE(run_until([&] { return !recorder_.arrivals.empty(); }));
  EXPECT_FALSE(recorder_.arrivals[0].from_kernel);
  EXPECT_GE(recorder_.arrivals[0].at, sent);
}

TEST_F(ConnectionTest, HoldsBackWhatTheKernelDoesNotTakeAndKeepsTheOrder) {
  context_.write_queue_limit = 16 << 20;
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  std::string expected;
  for (char c = 'a'; c <= 'h'; ++c) {
    const std::string block(1 << 20, c);
    EXPECT_NE(connection.write(block), WriteOutcome::refused);
    expected += block;
  }
  EXPECT_GT(connection.held_back(), 0U);
  std::string got;
  while (got.size() < expected.size()) {
    got += peer.read(1 << 20);
    poller_.dispatch();
  }
  EXPECT_EQ(got, expected);
  EXPECT_TRUE(run_until([&] { return recorder_.drained == 1; }));
  EXPECT_EQ(connection.held_back(), 0U);
}

TEST_F(ConnectionTest, RefusesWholeWritesBeyondTheLimitOfTheQueue) {
  context_.write_queue_limit = 1000;
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  const std::string block(1 << 20, 'x');
  WriteOutcome outcome = connection.write(block);
  for (int i = 0; i < 64 && outcome == WriteOutcome::sent; ++i) outcome = connection.write(block);
  ASSERT_EQ(outcome, WriteOutcome::partial);
  const std::size_t held = connection.held_back();
  EXPECT_EQ(connection.write(block), WriteOutcome::refused);
  EXPECT_EQ(connection.held_back(), held);
}

TEST_F(ConnectionTest, TellsThatNobodyListens) {
  const auto endpoint = listener_.endpoint();
  listener_.close();
  Connection connection(context_, recorder_);
  if (const auto error = connection.connect(endpoint)) {
    EXPECT_EQ(error, std::errc::connection_refused);
    return;
  }
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  EXPECT_EQ(recorder_.reason, std::errc::connection_refused);
  EXPECT_EQ(connection.descriptor(), -1);
}

TEST_F(ConnectionTest, ToldThePeerClosedInOrderGivesNoError) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  peer.send("bye");
  peer.close();
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  EXPECT_FALSE(recorder_.reason);
  EXPECT_EQ(recorder_.received, "bye");
}

TEST_F(ConnectionTest, TellsAReset) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  peer.reset();
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  EXPECT_EQ(recorder_.reason, std::errc::connection_reset);
}

TEST_F(ConnectionTest, TellsABrokenWriteAtTheNextDispatchOnly) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  peer.reset();
  while (connection.write("into the void") == WriteOutcome::sent) continue;
  EXPECT_FALSE(recorder_.closed);
  EXPECT_FALSE(connection.is_open());
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  EXPECT_TRUE(recorder_.reason);
}

TEST_F(ConnectionTest, ReadsNoMoreOnceItIsToStopButWritesAndSeesAReset) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  connection.stop_reading();
  peer.send("unheard");
  EXPECT_EQ(connection.write("said"), WriteOutcome::sent);
  EXPECT_EQ(peer.read(), "said");
  EXPECT_EQ(poller_.dispatch(), 0U);
  EXPECT_EQ(recorder_.received, "");
  peer.reset();
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
}

TEST_F(ConnectionTest, ReadsOnAfterHalfClose) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  connection.write("last words");
  connection.shutdown();
  EXPECT_EQ(connection.write("more"), WriteOutcome::refused);
  EXPECT_EQ(peer.read(), "last words");
  EXPECT_EQ(peer.read(), "");
  peer.send("answer");
  ASSERT_TRUE(run_until([&] { return recorder_.received == "answer"; }));
  peer.close();
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  EXPECT_FALSE(recorder_.reason);
}

TEST_F(ConnectionTest, HalfClosesOnlyAfterWhatIsHeldBackIsOut) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  const std::string block(8 << 20, 'x');
  ASSERT_EQ(connection.write(block), WriteOutcome::partial);
  connection.shutdown();
  std::size_t got = 0;
  for (std::string piece = peer.read(1 << 20); !piece.empty(); piece = peer.read(1 << 20)) {
    got += piece.size();
    poller_.dispatch();
  }
  EXPECT_EQ(got, block.size());
}

TEST_F(ConnectionTest, ClosesWithResetWhenAsked) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  connection.close(true);
  EXPECT_EQ(::recv(peer.descriptor(), scratch_.data(), 1, 0), -1);
  EXPECT_EQ(errno, ECONNRESET);
  EXPECT_FALSE(recorder_.closed);
}

TEST_F(ConnectionTest, MayBeDestroyedInItsOwnCallbacks) {
  auto connection = std::make_unique<Connection>(context_, recorder_);
  recorder_.then = [&] { connection.reset(); };
  RawPeer peer = connect(*connection, recorder_);
  peer.send("x");
  ASSERT_TRUE(run_until([&] { return connection == nullptr; }));
  EXPECT_EQ(peer.read(), "");

  recorder_ = {};
  connection = std::make_unique<Connection>(context_, recorder_);
  recorder_.then = [&] { connection.reset(); };
  RawPeer other = connect(*connection, recorder_);
  other.close();
  ASSERT_TRUE(run_until([&] { return connection == nullptr; }));
}

TEST_F(ConnectionTest, IsNotCalledAfterAnotherOneClosedItInTheSameDispatch) {
  Recorder others;
  auto first = std::make_unique<Connection>(context_, recorder_);
  auto second = std::make_unique<Connection>(context_, others);
  RawPeer first_peer = connect(*first, recorder_);
  RawPeer second_peer = connect(*second, others);
  recorder_.then = [&] { second.reset(); };
  others.then = [&] { first.reset(); };
  first_peer.send("x");
  second_peer.send("x");
  while (poller_.dispatch() == 0) continue;
  EXPECT_EQ(recorder_.received.size() + others.received.size(), 1U);
}

TEST_F(ConnectionTest, ReadsAtMostOneScratchBufferADispatch) {
  Connection connection(context_, recorder_);
  RawPeer peer = connect(connection, recorder_);
  peer.send(std::string(3 * scratch_.size(), 'x'));
  ASSERT_TRUE(run_until([&] { return !recorder_.arrivals.empty(); }));
  EXPECT_EQ(recorder_.arrivals.size(), 1U);
  EXPECT_TRUE(run_until([&] { return recorder_.received.size() == 3 * scratch_.size(); }));
}

TEST_F(ConnectionTest, BindsToTheGivenSource) {
  const auto source = boost::asio::ip::make_address("127.0.0.2");
  Connection connection(context_, recorder_);
  ASSERT_FALSE(connection.connect(listener_.endpoint(), &source));
  ASSERT_TRUE(run_until([&] { return recorder_.connected; }));
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  RawPeer accepted(listener_.accept());
  ::getpeername(accepted.descriptor(), reinterpret_cast<sockaddr*>(&peer), &size);
  EXPECT_EQ(ntohl(peer.sin_addr.s_addr), 0x7F000002U);
}

TEST_F(ConnectionTest, TellsASourceThatIsNoAddressOfThisMachine) {
  const auto source = boost::asio::ip::make_address("192.0.2.1");
  Connection connection(context_, recorder_);
  EXPECT_EQ(connection.connect(listener_.endpoint(), &source), std::errc::address_not_available);
  EXPECT_EQ(connection.descriptor(), -1);
}

TEST_F(ConnectionTest, TellsThatDescriptorsRanOut) {
  Connection connection(context_, recorder_);
  { RawPeer peer = connect(connection, recorder_); }  // while there are some: sanitizers need one at the first call
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  const std::error_code error = connection.connect(listener_.endpoint());
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(error, std::errc::too_many_files_open);
}

TEST_F(ConnectionTest, LeavesNoDescriptorBehind) {
  const std::size_t before = test::open_descriptors();
  for (int i = 0; i < 50; ++i) {
    Recorder recorder;
    Connection connection(context_, recorder);
    RawPeer peer = connect(connection, recorder);
    if (i % 3 == 0) peer.reset();
    if (i % 3 == 1) connection.close();
    if (i % 3 == 0) {
      EXPECT_TRUE(run_until([&] { return recorder.closed; }));
    }
  }
  EXPECT_EQ(test::open_descriptors(), before);
}

TEST_F(ConnectionTest, ConnectsAgainAfterItWasClosed) {
  Connection connection(context_, recorder_);
  { RawPeer peer = connect(connection, recorder_); }
  ASSERT_TRUE(run_until([&] { return recorder_.closed; }));
  recorder_ = {};
  RawPeer peer = connect(connection, recorder_);
  EXPECT_EQ(connection.write("again"), WriteOutcome::sent);
  EXPECT_EQ(peer.read(), "again");
}

}  // namespace
}  // namespace squall::net
