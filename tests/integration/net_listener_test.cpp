#include <array>
#include <memory>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "src/net/connection.hpp"
#include "src/net/descriptor_limit.hpp"
#include "src/net/event_loop.hpp"
#include "src/net/listener.hpp"
#include "tests/support/loopback.hpp"

namespace squall::net {
namespace {

const boost::asio::ip::tcp::endpoint any_port{boost::asio::ip::make_address("127.0.0.1"), 0};

class Host final : public AcceptHandler {
 public:
  ~Host() {
    for (const int descriptor : accepted) ::close(descriptor);
  }
  void on_accepted(int descriptor) override { accepted.push_back(descriptor); }
  void on_turned_away(std::error_code error) override { turned_away.push_back(error); }

  std::vector<int> accepted;
  std::vector<std::error_code> turned_away;
};

class Guest final : public ConnectionHandler {
 public:
  explicit Guest(ConnectionContext& context) : connection(context, *this) {}
  void on_connected() override { connected = true; }
  void on_received(std::string_view, Arrival) override {}
  void on_closed(std::error_code error) override { reason = error, closed = true; }

  Connection connection;
  bool connected = false;
  bool closed = false;
  std::error_code reason;
};

class ListenerTest : public testing::Test {
 protected:
  bool run_until(const std::function<bool()>& done) {
    return test::drive(
        poller_.descriptor(), [&] { poller_.dispatch(); }, done);
  }

  Poller poller_;
  std::array<char, 4096> scratch_{};
  ConnectionContext context_{.poller = poller_, .scratch = scratch_};
  Host host_;
  Listener listener_{poller_, host_};
};

TEST_F(ListenerTest, AcceptsAllThatWait) {
  ASSERT_FALSE(listener_.open(any_port));
  std::vector<std::unique_ptr<Guest>> guests;
  for (int i = 0; i < 20; ++i) {
    guests.push_back(std::make_unique<Guest>(context_));
    ASSERT_FALSE(guests.back()->connection.connect(listener_.local_endpoint()));
  }
  EXPECT_TRUE(run_until([&] { return host_.accepted.size() == 20; }));
}

TEST_F(ListenerTest, NamesAnAddressInUse) {
  ASSERT_FALSE(listener_.open(any_port));
  Listener second(poller_, host_);
  EXPECT_EQ(second.open(listener_.local_endpoint()), std::errc::address_in_use);
  EXPECT_FALSE(second.is_open());
}

TEST_F(ListenerTest, TurnsConnectionsAwayWhenDescriptorsRunOutAndDoesNotSpin) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizers' own checks of objects need a descriptor";
#endif
  ASSERT_FALSE(listener_.open(any_port));
  Guest guest(context_);
  ASSERT_FALSE(guest.connection.connect(listener_.local_endpoint()));
  const DescriptorLimit before = descriptor_limit();
  // A limit of what is open: the next descriptor would be one too many.
  const rlimit full{.rlim_cur = static_cast<rlim_t>(::dup(0)), .rlim_max = before.hard};
  ::close(static_cast<int>(full.rlim_cur));
  ::setrlimit(RLIMIT_NOFILE, &full);
  const bool seen = run_until([&] { return !host_.turned_away.empty() && guest.closed; });
  const std::size_t left = poller_.dispatch();
  const rlimit restored{.rlim_cur = before.soft, .rlim_max = before.hard};
  ::setrlimit(RLIMIT_NOFILE, &restored);
  EXPECT_TRUE(seen);
  EXPECT_EQ(left, 0U);
  EXPECT_TRUE(host_.accepted.empty());
  EXPECT_EQ(host_.turned_away.at(0), std::errc::too_many_files_open);

  Guest later(context_);
  ASSERT_FALSE(later.connection.connect(listener_.local_endpoint()));
  EXPECT_TRUE(run_until([&] { return host_.accepted.size() == 1; }));
}

TEST_F(ListenerTest, MayBeClosedAndOpenedAgain) {
  ASSERT_FALSE(listener_.open(any_port));
  const auto endpoint = listener_.local_endpoint();
  listener_.close();
  EXPECT_FALSE(listener_.open(endpoint));
  EXPECT_EQ(listener_.local_endpoint(), endpoint);
}

TEST(DescriptorLimitTest, RaisesTheSoftLimitToTheHardOne) {
  const DescriptorLimit before = descriptor_limit();
  const rlimit low{.rlim_cur = 256, .rlim_max = before.hard};
  ::setrlimit(RLIMIT_NOFILE, &low);
  EXPECT_EQ(descriptor_limit().soft, 256U);
  EXPECT_EQ(raise_descriptor_limit().soft, before.hard);
  const rlimit restored{.rlim_cur = before.soft, .rlim_max = before.hard};
  ::setrlimit(RLIMIT_NOFILE, &restored);
}

class LoopTest : public ListenerTest, public RoundHandler {
 protected:
  void on_round() override { ++rounds_; }

  int rounds_ = 0;
  EventLoop loop_{*this};
};

TEST_F(LoopTest, WaitsForConnectionsAndPostedWorkAtOnce) {
  ASSERT_FALSE(listener_.open(any_port));
  struct Stopper final : AcceptHandler {
    explicit Stopper(EventLoop& which) : loop(which) {}
    void on_accepted(int descriptor) override { ::close(descriptor), ++accepted, loop.stop(); }
    void on_turned_away(std::error_code) override {}
    EventLoop& loop;
    int accepted = 0;
  } stopper(loop_);
  Listener listener(loop_.poller(), stopper);
  ASSERT_FALSE(listener.open(any_port));
  ConnectionContext context{.poller = loop_.poller(), .scratch = scratch_};
  Guest guest(context);
  boost::asio::steady_timer timer(loop_.context());
  boost::asio::post(loop_.context(), [&] { EXPECT_FALSE(guest.connection.connect(listener.local_endpoint())); });
  loop_.run();
  EXPECT_EQ(stopper.accepted, 1);
  timer.expires_after(std::chrono::milliseconds{1});
  timer.async_wait([&](boost::system::error_code) { loop_.stop(); });
  loop_.run();  // may be run again
  EXPECT_GE(rounds_, 1);
}

}  // namespace
}  // namespace squall::net
