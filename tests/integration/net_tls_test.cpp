#include <array>
#include <memory>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "src/net/connection.hpp"
#include "src/net/tls_error.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/tls_files.hpp"

namespace squall::net {
namespace {

using test::RawListener;
using test::RawPeer;

class TlsRecorder final : public ConnectionHandler {
 public:
  void on_connected() override { connected = true; }
  void on_secured() override { secured = true; }
  void on_received(std::string_view bytes, Arrival arrival) override {
    received += bytes;
    last = arrival;
  }
  void on_closed(std::error_code error) override {
    closed = true;
    reason = error;
  }

  bool connected = false, secured = false, closed = false;
  std::string received;
  Arrival last{};
  std::error_code reason;
};

class TlsConnectionTest : public testing::Test {
 protected:
  TlsConnectionTest() {
    TlsClientOptions options;
    options.domain = "localhost";
    options.ca_file = files_.write("ca.pem", authority_.certificate);
    client_tls_ = std::move(*TlsContext::for_client(options));
    server_tls_ = make_server(authority_);
  }

  static std::unique_ptr<TlsContext> make_server(const Certificate& identity) {
    return std::move(*TlsContext::for_server({.identity = {{}, {}, identity}, .client_ca_file = {}}));
  }
  bool run_until(const std::function<bool()>& done) {
    return test::drive(
        poller_.descriptor(), [&] { poller_.dispatch(); }, done);
  }
  /// Connects `client`; the descriptor of the other end.
  int connect(Connection& client, const TlsRecorder& recorder) {
    EXPECT_FALSE(client.connect(listener_.endpoint()));
    EXPECT_TRUE(run_until([&] { return recorder.connected || recorder.closed; }));
    return ::accept4(listener_descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  }
  /// Both ends with TLS.
  void secure(Connection& client, Connection& server) {
    ASSERT_FALSE(server.adopt(connect(client, client_seen_)));
    ASSERT_FALSE(server.start_tls(*server_tls_));
    ASSERT_FALSE(client.start_tls(*client_tls_));
    ASSERT_TRUE(run_until([&] { return client_seen_.secured && server_seen_.secured; }));
  }
  /// What the client says of a peer that sends so much of its flight and goes.
  std::error_code reason_after(std::size_t most, bool with_reset) {
    TlsRecorder seen;
    Connection client(context_, seen);
    EXPECT_FALSE(client.connect(listener_.endpoint()));
    EXPECT_TRUE(run_until([&] { return seen.connected; }));
    RawPeer peer(listener_.accept());
    EXPECT_FALSE(client.start_tls(*client_tls_));
    TlsSession session(*server_tls_);
    session.receive(peer.read());
    const std::string flight(session.outgoing().substr(0, most));
    peer.send(flight);
    with_reset ? peer.reset() : peer.close();
    EXPECT_TRUE(run_until([&] { return seen.closed; }));
    return seen.reason;
  }
  int listener_descriptor() const { return listener_.descriptor(); }

  test::TlsFiles files_;
  Certificate authority_ = make_certificate({.domain = "localhost", .may_sign = true});
  std::unique_ptr<TlsContext> client_tls_, server_tls_;
  std::array<char, 16384> scratch_{};
  Poller poller_;
  ConnectionContext context_{.poller = poller_, .scratch = scratch_};
  RawListener listener_;
  TlsRecorder client_seen_, server_seen_;
};

TEST_F(TlsConnectionTest, ExchangesTextBothWays) {
  Connection client(context_, client_seen_), server(context_, server_seen_);
  secure(client, server);
  EXPECT_EQ(client.write("to the server"), WriteOutcome::sent);
  EXPECT_EQ(server.write("to the client"), WriteOutcome::sent);
  EXPECT_TRUE(run_until([&] { return !client_seen_.received.empty() && !server_seen_.received.empty(); }));
  EXPECT_EQ(server_seen_.received, "to the server");
  EXPECT_EQ(client_seen_.received, "to the client");
  EXPECT_EQ(client.tls()->version(), "TLSv1.3");
}

TEST_F(TlsConnectionTest, HoldsBackWhatTheKernelDoesNotTakeAndKeepsTheOrder) {
  context_.write_queue_limit = 32 << 20;
  Connection client(context_, client_seen_), server(context_, server_seen_);
  secure(client, server);
  std::string expected;
  WriteOutcome outcome = WriteOutcome::sent;
  for (char c = 'a'; c <= 'p'; ++c) {
    const std::string block(1 << 20, c);
    outcome = client.write(block);
    ASSERT_NE(outcome, WriteOutcome::refused);
    expected += block;
  }
  EXPECT_EQ(outcome, WriteOutcome::withheld);
  EXPECT_GT(client.held_back(), 0U);
  EXPECT_TRUE(run_until([&] { return server_seen_.received.size() >= expected.size(); }));
  EXPECT_EQ(server_seen_.received, expected);
  EXPECT_EQ(client.held_back(), 0U);
}

TEST_F(TlsConnectionTest, TakesNothingDuringTheHandshake) {
  Connection client(context_, client_seen_);
  const RawPeer peer(connect(client, client_seen_));
  ASSERT_FALSE(client.start_tls(*client_tls_));
  EXPECT_EQ(client.write("too early"), WriteOutcome::refused);
}

TEST_F(TlsConnectionTest, KeepsTheKernelsStamps) {
  Connection client(context_, client_seen_), server(context_, server_seen_);
  secure(client, server);
  EXPECT_TRUE(run_until([&] {
    server.write("x");
    return client_seen_.last.from_kernel;
  }));
}

TEST_F(TlsConnectionTest, ClosesInOrder) {
  Connection client(context_, client_seen_), server(context_, server_seen_);
  secure(client, server);
  client.write("last words");
  client.shutdown();
  EXPECT_TRUE(run_until([&] { return server_seen_.closed; }));
  EXPECT_EQ(server_seen_.received, "last words");
  EXPECT_FALSE(server_seen_.reason) << server_seen_.reason.message();
  EXPECT_TRUE(run_until([&] { return client_seen_.closed; }));
  EXPECT_FALSE(client_seen_.reason) << client_seen_.reason.message();
}

TEST_F(TlsConnectionTest, TellsBothEndsOfACertificateThatIsNotAccepted) {
  server_tls_ = make_server(make_certificate({.domain = "localhost"}));
  Connection client(context_, client_seen_), server(context_, server_seen_);
  ASSERT_FALSE(server.adopt(connect(client, client_seen_)));
  ASSERT_FALSE(server.start_tls(*server_tls_));
  ASSERT_FALSE(client.start_tls(*client_tls_));
  ASSERT_TRUE(run_until([&] { return client_seen_.closed && server_seen_.closed; }));
  EXPECT_EQ(tls_reason(client_seen_.reason), "self-signed certificate");
  ASSERT_TRUE(is_tls_error(server_seen_.reason)) << server_seen_.reason.message();
  EXPECT_EQ(fault_of(server_seen_.reason), TlsFault::alert);
  EXPECT_FALSE(client_seen_.secured || server_seen_.secured);
}

TEST_F(TlsConnectionTest, EndsWhateverPartOfTheHandshakeThePeerLeavesOut) {
  const std::size_t before = test::open_descriptors();
  for (const std::size_t most : {0U, 1U, 5U, 60U, 127U, 300U, 600U}) {
    const std::error_code closed = reason_after(most, false);
    ASSERT_TRUE(is_tls_error(closed)) << most << ": " << closed.message();
    EXPECT_EQ(fault_of(closed), TlsFault::cut_off) << most;
    EXPECT_TRUE(reason_after(most, true)) << most;
  }
  EXPECT_EQ(test::open_descriptors(), before);
}

TEST_F(TlsConnectionTest, EndsAtClearTextInsteadOfAHandshake) {
  Connection client(context_, client_seen_);
  const RawPeer peer(connect(client, client_seen_));
  ASSERT_FALSE(client.start_tls(*client_tls_));
  peer.send("<stream:features><mechanisms/></stream:features>");
  ASSERT_TRUE(run_until([&] { return client_seen_.closed; }));
  EXPECT_EQ(fault_of(client_seen_.reason), TlsFault::not_tls);
  EXPECT_EQ(client_seen_.received, "");
}

TEST_F(TlsConnectionTest, HandsOverWhatIsWholeBeforeABrokenRecord) {
  Connection client(context_, client_seen_);
  const int descriptor = connect(client, client_seen_);
  ::fcntl(descriptor, F_SETFL, 0);
  const RawPeer peer(descriptor);
  ASSERT_FALSE(client.start_tls(*client_tls_));
  TlsSession session(*server_tls_);
  session.receive(peer.read());
  peer.send(session.outgoing());
  ASSERT_TRUE(run_until([&] { return client_seen_.secured || client_seen_.closed; }));
  session.receive(peer.read());
  peer.send(session.outgoing());
  ASSERT_TRUE(session.send("whole"));
  std::string sealed(session.outgoing());
  ASSERT_TRUE(session.send("broken"));
  sealed += session.outgoing();
  sealed.back() = static_cast<char>(sealed.back() ^ 1);
  peer.send(sealed);
  ASSERT_TRUE(run_until([&] { return client_seen_.closed; }));
  EXPECT_EQ(client_seen_.received, "whole");
  EXPECT_TRUE(is_tls_error(client_seen_.reason));
}

}  // namespace
}  // namespace squall::net
