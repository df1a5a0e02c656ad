// Logins over TLS, and servers that get in their way.

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "load_fixture.hpp"
#include "src/net/tls_session.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/tls_files.hpp"

namespace squall::load::test {
namespace {

using scenario::TlsMode;
using squall::test::RawListener;
using squall::test::RawPeer;
using squall::test::TlsFiles;

constexpr std::uint32_t users = 4;
constexpr const char* header =
    "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
    "id='1' from='localhost' version='1.0'>";
constexpr const char* starttls = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";
constexpr const char* proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";
constexpr const char* plain_only =
    "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>";

std::string features(const std::string& content) {
  return "<stream:features>" + content + "</stream:features>";
}

/// Does the same with each connection, each on a thread of its own; remembers what the scripts have heard.
class ScriptedServer {
 public:
  using Script = std::function<void(RawPeer&, std::string& heard)>;
  explicit ScriptedServer(Script script) : script_(std::move(script)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~ScriptedServer() {
    ending_ = true;
    RawPeer(squall::test::connect_to(listener_.endpoint())).close();
    thread_.join();
    for (std::thread& script : scripts_) script.join();
  }
  boost::asio::ip::tcp::endpoint endpoint() const { return listener_.endpoint(); }
  std::string heard() {
    const std::scoped_lock lock(mutex_);
    return heard_;
  }

 private:
  void serve() {
    for (;;) {
      const int descriptor = listener_.accept();
      if (ending_) return RawPeer(descriptor).close();
      scripts_.emplace_back([this, descriptor] { play(descriptor); });
    }
  }
  void play(int descriptor) {
    RawPeer peer(descriptor);
    std::string heard;
    script_(peer, heard);
    const std::scoped_lock lock(mutex_);
    heard_ += heard;
  }

  RawListener listener_;
  Script script_;
  std::mutex mutex_;
  std::string heard_;
  std::atomic<bool> ending_ = false;
  std::vector<std::thread> scripts_;
  std::thread thread_;
};

RunInputs inputs_with(const boost::asio::ip::tcp::endpoint& server, TlsMode mode) {
  RunInputs inputs = inputs_for(server, users);
  inputs.scenario.transport.tls = mode;
  inputs.scenario.transport.insecure = true;
  inputs.scenario.login_timeout = std::chrono::seconds{2};
  return inputs;
}

metrics::Result result_of(const RunInputs& inputs) {
  Interrupt interrupt;
  auto result = run(inputs, {}, interrupt);
  EXPECT_TRUE(result);
  expect_adds_up(*result);
  return *result;
}

/// Where and why the first tries failed; all of them in the same way.
std::string failure_of(const RunInputs& inputs) {
  const metrics::Result result = result_of(inputs);
  EXPECT_EQ(result.funnel.reached_online, 0U);
  if (result.funnel.first_try_failures.size() != 1) return "several ways";
  const auto& row = result.funnel.first_try_failures.front();
  return std::string(xmpp::to_string(row.stage)) + ": " + row.error;
}

std::string failure_against(const std::function<void(RawPeer&, std::string&)>& script, TlsMode mode) {
  const ScriptedServer server(script);
  return failure_of(inputs_with(server.endpoint(), mode));
}

server::ServerOptions serving(server::TlsUse use) {
  server::ServerOptions options;
  options.tls = use;
  return options;
}

TEST(LoadTlsTest, LogsInAndChatsInEachModeAndVersion) {
  const std::size_t before = open_descriptors();
  for (const auto& [mode, use] : {std::pair{TlsMode::starttls, server::TlsUse::starttls},
                                  {TlsMode::required, server::TlsUse::required},
                                  {TlsMode::direct, server::TlsUse::direct}}) {
    for (const auto versions : {scenario::TlsVersions::only_1_2, scenario::TlsVersions::only_1_3}) {
      ServerThread server(serving(use));
      RunInputs inputs = inputs_with(server.endpoint(), mode);
      inputs.scenario.transport.versions = versions;
      const metrics::Result result = result_of(inputs);
      EXPECT_EQ(result.funnel.reached_online, users);
      EXPECT_EQ(result.audit.delivered_in_order, result.audit.planned);
      EXPECT_EQ(result.tls.handshakes, users);
      EXPECT_EQ(result.tls.handshake_time.count(), users);
      EXPECT_EQ(result.tls.version, versions == scenario::TlsVersions::only_1_2 ? "TLSv1.2" : "TLSv1.3");
      EXPECT_EQ(server.counts().tls_handshakes, users);
      EXPECT_EQ(server.counts().tls_failed, 0U);
    }
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(LoadTlsTest, StaysInClearWhereTlsIsNotOffered) {
  ServerThread server;
  const metrics::Result result = result_of(inputs_with(server.endpoint(), TlsMode::starttls));
  EXPECT_EQ(result.funnel.reached_online, users);
  EXPECT_EQ(result.tls.handshakes, 0U);
}

TEST(LoadTlsTest, VerifiesTheDomainAgainstTheCertificate) {
  const TlsFiles files;
  const auto authority = net::make_certificate({.domain = "authority.example", .may_sign = true});
  const auto fails_with = [&](const net::Certificate& identity) {
    server::ServerOptions options = serving(server::TlsUse::starttls);
    options.tls_context =
        std::move(*net::TlsContext::for_server({.identity = {{}, {}, identity}, .client_ca_file = {}}));
    ServerThread server(options);
    RunInputs inputs = inputs_with(server.endpoint(), TlsMode::starttls);
    inputs.scenario.transport.insecure = false;
    inputs.scenario.transport.ca_file = files.write("ca.pem", authority.certificate);
    const metrics::Result result = result_of(inputs);
    return result.funnel.rows.size() == 1 ? result.funnel.rows.front().error : "several ways";
  };
  EXPECT_EQ(fails_with(net::make_certificate({.domain = "localhost", .issuer = &authority})), "");
  EXPECT_EQ(fails_with(net::make_certificate({.domain = "localhost"})), "tls-failed: self-signed-certificate");
  EXPECT_EQ(fails_with(net::make_certificate({.domain = "example.org", .issuer = &authority})),
            "tls-failed: hostname-mismatch");
  EXPECT_EQ(fails_with(net::make_certificate({.domain = "localhost",
                                              .valid_from = std::chrono::hours{-2},
                                              .valid_until = std::chrono::hours{-1},
                                              .issuer = &authority})),
            "tls-failed: certificate-has-expired");
}

TEST(LoadTlsTest, ResumesSessionsOnlyWhenAsked) {
  for (const bool resume : {false, true}) {
    ServerThread server(serving(server::TlsUse::direct));
    RunInputs inputs = inputs_with(server.endpoint(), TlsMode::direct);
    inputs.scenario.transport.resume = resume;
    inputs.scenario.login_rate_hz = 5;  // so that a ticket is there before the next one connects
    const metrics::Result result = result_of(inputs);
    EXPECT_EQ(result.tls.resumed, server.counts().tls_resumed);
    EXPECT_EQ(result.tls.resumed > 0, resume);
  }
}

TEST(LoadTlsTest, FailsWhereTlsIsRequiredAndOfferedByNobody) {
  ServerThread server;
  EXPECT_EQ(failure_of(inputs_with(server.endpoint(), TlsMode::required)), "stream: tls-not-offered");
}

TEST(LoadTlsTest, FailsWhereTheServerRequiresWhatIsOff) {
  ServerThread server(serving(server::TlsUse::required));
  EXPECT_EQ(failure_of(inputs_with(server.endpoint(), TlsMode::off)), "stream: tls-required");
}

TEST(LoadTlsTest, SendsNoPasswordWhenStarttlsWasStripped) {
  ScriptedServer server([](RawPeer& peer, std::string& heard) {
    heard += peer.read();
    peer.send(header + features(plain_only));
    for (std::string more = peer.read(); !more.empty(); more = peer.read()) heard += more;
  });
  EXPECT_EQ(failure_of(inputs_with(server.endpoint(), TlsMode::required)), "stream: tls-not-offered");
  EXPECT_EQ(server.heard().find("<auth"), std::string::npos) << server.heard();
}

TEST(LoadTlsTest, NeverReadsWhatCameInClearWithProceed) {
  const std::string injected = header + features(plain_only);
  for (const bool is_apart : {false, true}) {
    ScriptedServer server([&](RawPeer& peer, std::string& heard) {
      peer.read();
      peer.send(header + features(starttls));
      peer.read();
      peer.send(is_apart ? std::string(proceed) : proceed + injected);
      heard += peer.read();  // the first flight
      if (is_apart) peer.send(injected);
      for (std::string more = peer.read(); !more.empty(); more = peer.read()) heard += more;
    });
    EXPECT_EQ(failure_of(inputs_with(server.endpoint(), TlsMode::starttls)),
              is_apart ? "tls: tls-failed: not-tls" : "tls: timed-out");
    EXPECT_EQ(server.heard().find("<auth"), std::string::npos);
  }
}

TEST(LoadTlsTest, TellsHowAHandshakeEnded) {
  const auto refusing = [](RawPeer& peer, std::string&) {
    peer.read();
    peer.send(header + features(starttls));
    peer.read();
    peer.send("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>");
    peer.read();
  };
  EXPECT_EQ(failure_against(refusing, TlsMode::starttls), "tls: tls-failed");
  const auto closing = [](RawPeer& peer, std::string&) {
    peer.read();
    peer.close();
  };
  EXPECT_EQ(failure_against(closing, TlsMode::direct), "tls: tls-failed: closed-during-the-handshake");
  const auto resetting = [](RawPeer& peer, std::string&) {
    peer.read();
    peer.reset();
  };
  EXPECT_EQ(failure_against(resetting, TlsMode::direct), "tls: connection-lost");
  const auto alerting = [](RawPeer& peer, std::string&) {
    peer.read();
    peer.send(std::string("\x15\x03\x03\x00\x02\x02\x28", 7));
    peer.read();
  };
  EXPECT_EQ(failure_against(alerting, TlsMode::direct), "tls: tls-failed: handshake-failure");
  const auto talking = [](RawPeer& peer, std::string&) {
    peer.read();
    peer.send(header);
    peer.read();
  };
  EXPECT_EQ(failure_against(talking, TlsMode::direct), "tls: tls-failed: not-tls");
}

TEST(LoadTlsTest, GivesUpAHandshakeThatStalls) {
  const std::size_t before = open_descriptors();
  {
    const ScriptedServer server([](RawPeer& peer, std::string&) {
      while (!peer.read().empty()) {
      }
    });
    EXPECT_EQ(failure_of(inputs_with(server.endpoint(), TlsMode::direct)), "tls: timed-out");
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(LoadTlsTest, TriesTheNextAddress) {
  boost::asio::ip::tcp::endpoint nobody;
  {
    const RawListener closed;
    nobody = closed.endpoint();
  }
  ServerThread server(serving(server::TlsUse::starttls));
  RunInputs inputs = inputs_with(server.endpoint(), TlsMode::starttls);
  inputs.endpoints.insert(inputs.endpoints.begin(), nobody);
  EXPECT_EQ(result_of(inputs).funnel.reached_online, users);
}

TEST(LoadTlsTest, SpreadsUsersOverTheLocalAddresses) {
  ServerThread server;
  RunInputs inputs = inputs_with(server.endpoint(), TlsMode::off);
  inputs.sources = *net::SourceAddresses::parse("127.0.0.7,127.0.0.8-127.0.0.9");
  EXPECT_EQ(result_of(inputs).funnel.reached_online, users);
}

}  // namespace
}  // namespace squall::load::test
