#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/dialogue.hpp"
#include "tests/support/dialogue_words.hpp"
#include "xmpp/stanza/message.hpp"

namespace squall::test {
namespace {

using xmpp::sasl::Mechanism;

/// A client and a server in one process, with nothing but strings between them.
class Pair {
 public:
  Pair(std::vector<Mechanism> mechanisms, std::size_t chunk, std::string_view password = "secret",
       parsers::ParserKind kind = parsers::ParserKind::stream, bool sasl2 = false)
      : client_config_(client_config()),
        server_config_(server_config()),
        server_(configured(mechanisms, sasl2), kind, true, binding("juliet@localhost")),
        client_(client_config_, {"juliet", password, "balcony"}) {
    server_.chunk = client_.chunk = chunk;
    client_.stream.start(client_.now, client_.out, true, binding(""));
  }

  /// Carries what both say back and forth until neither says more.
  void talk() {
    while (!client_.out.empty() || !server_.out.empty()) {
      server_.receive(std::exchange(client_.out, {}));
      bind_if_asked();
      client_.receive(std::exchange(server_.out, {}));
    }
  }

  ClientPlayer& client() { return client_; }
  ServerPlayer& server() { return server_; }

 private:
  const xmpp::ServerConfig& configured(const std::vector<Mechanism>& mechanisms, bool sasl2) {
    client_config_.fetch_roster = false;
    client_config_.sasl.allowed = xmpp::sasl::all_mechanisms();
    client_config_.sasl2 = client_config_.stream_management = client_config_.client_state = sasl2;
    server_config_.mechanisms = mechanisms;
    server_config_.sasl2 = server_config_.stream_management = server_config_.client_state = sasl2;
    return server_config_;
  }
  static xmpp::sasl::ChannelBinding binding(std::string identity) {
    return {true, "exported keying material", "", "hash of the certificate", std::move(identity)};
  }
  void bind_if_asked() {
    if (server_.log.empty() || !server_.log.back().starts_with("bind ") || server_.stream.is_bound()) return;
    server_.stream.bound(std::string{server_.stream.user()} + "@localhost/" + server_.log.back().substr(5),
                         server_.out);
  }

  xmpp::ClientConfig client_config_;
  xmpp::ServerConfig server_config_;
  ServerPlayer server_;
  ClientPlayer client_;
};

using Case = std::tuple<Mechanism, std::size_t, parsers::ParserKind>;

class StreamsTogether : public testing::TestWithParam<Case> {
 protected:
  Mechanism mechanism() const { return std::get<0>(GetParam()); }
  std::size_t chunk() const { return std::get<1>(GetParam()); }
  parsers::ParserKind kind() const { return std::get<2>(GetParam()); }
};

TEST_P(StreamsTogether, LogInChatAndPartInOrder) {
  Pair pair{{mechanism()}, chunk(), "secret", kind()};
  pair.talk();
  const auto& log = pair.client().log;
  EXPECT_EQ(log.front(), "stage auth");
  EXPECT_EQ(log.back(), "online");
  EXPECT_EQ(pair.client().stream.jid(), "juliet@localhost/balcony");
  EXPECT_EQ(pair.server().stream.user(), "juliet");
  EXPECT_EQ(pair.server().log, (std::vector<std::string>{"bind balcony", "presence"}));

  xmpp::append_message(pair.client().out, {.to = "romeo@localhost", .id = "m1", .body = "a < b & c"});
  pair.talk();
  EXPECT_EQ(pair.server().log.back(), "message{id=m1,to=romeo@localhost,type=chat}(body(a < b & c))");

  pair.client().stream.close(pair.client().out);
  pair.talk();
  EXPECT_EQ(pair.client().log.back(), "closed");
  EXPECT_EQ(pair.server().log.back(), "closed");
  EXPECT_FALSE(pair.client().has_deadline());
  EXPECT_FALSE(pair.server().has_deadline());
}

TEST_P(StreamsTogether, AWrongPasswordFailsWithTheServersCondition) {
  Pair pair{{mechanism()}, chunk(), "wrong", kind()};
  pair.talk();
  EXPECT_EQ(pair.client().log.back(), "failed auth auth-failed [not-authorized] []");
  EXPECT_FALSE(pair.server().stream.is_bound());
}

TEST_P(StreamsTogether, RequestsMeetTheirAnswers) {
  Pair pair{{mechanism()}, chunk(), "secret", kind()};
  pair.talk();
  const auto number =
      pair.client().stream.request("get", "localhost", "<ping xmlns='urn:xmpp:ping'/>", pair.client().out);
  pair.talk();
  EXPECT_EQ(pair.client().log.back().substr(0, 9), "answer " + std::to_string(number) + " ");
}

constexpr auto whole = static_cast<std::size_t>(-1);

INSTANTIATE_TEST_SUITE_P(All, StreamsTogether,
                         testing::Combine(testing::Values(Mechanism::plain, Mechanism::scram_sha_1,
                                                          Mechanism::scram_sha_256, Mechanism::scram_sha_512,
                                                          Mechanism::scram_sha_1_plus, Mechanism::scram_sha_256_plus,
                                                          Mechanism::scram_sha_512_plus, Mechanism::digest_md5,
                                                          Mechanism::iq_auth_plain, Mechanism::iq_auth_digest),
                                          testing::Values(1, 2, 3, 4, 5, 7, 16, 61, whole),
                                          testing::Values(parsers::ParserKind::stream)));

INSTANTIATE_TEST_SUITE_P(OtherParsers, StreamsTogether,
                         testing::Combine(testing::Values(Mechanism::plain), testing::Values(1, 3, whole),
                                          testing::Values(parsers::ParserKind::dom, parsers::ParserKind::expat)));

TEST(StreamsTogetherTest, TheStrongestMechanismThatBothKnowIsTaken) {
  Pair pair{{Mechanism::plain, Mechanism::scram_sha_1}, whole};
  pair.server().receive(std::exchange(pair.client().out, {}));
  pair.client().receive(std::exchange(pair.server().out, {}));
  EXPECT_NE(pair.client().out.find("mechanism='SCRAM-SHA-1'"), std::string::npos);
}

TEST(StreamsTogetherTest, LoginWithScramCountsItsRounds) {
  Pair pair{{Mechanism::scram_sha_1}, whole};
  pair.talk();
  EXPECT_EQ(pair.client().stream.sasl_rounds(), 4096U);
}

TEST(StreamsTogetherTest, ACertificateLogsInByExternal) {
  Pair pair{{Mechanism::external, Mechanism::plain}, whole, "no password"};
  pair.talk();
  EXPECT_EQ(pair.client().log.back(), "online");
  EXPECT_EQ(pair.server().stream.user(), "juliet");
}

TEST(StreamsTogetherTest, AnybodyLogsInByAnonymousAndGetsANameOfTheServer) {
  Pair pair{{Mechanism::anonymous}, whole, "no password"};
  pair.talk();
  EXPECT_EQ(pair.client().log.back(), "online");
  EXPECT_TRUE(pair.server().stream.user().starts_with("anonymous-")) << pair.server().stream.user();
  EXPECT_EQ(pair.client().stream.jid(), pair.server().stream.jid());
}

class Sasl2Together : public testing::TestWithParam<std::tuple<Mechanism, std::size_t>> {};

TEST_P(Sasl2Together, BindsWithinTheAuthenticationAndIsManagedAtOnce) {
  const auto [mechanism, chunk] = GetParam();
  Pair pair{{mechanism}, chunk, "secret", parsers::ParserKind::stream, true};
  pair.talk();
  EXPECT_EQ(pair.client().log, (std::vector<std::string>{"stage auth", "online"}));
  EXPECT_EQ(pair.client().stream.jid(), "juliet@localhost/Squall-id1");
  EXPECT_TRUE(pair.client().stream.is_managed());
  EXPECT_EQ(pair.server().log, (std::vector<std::string>{"bind Squall-id1", "presence"}));
}

TEST_P(Sasl2Together, AWrongPasswordFailsWithTheServersCondition) {
  const auto [mechanism, chunk] = GetParam();
  Pair pair{{mechanism}, chunk, "wrong", parsers::ParserKind::stream, true};
  pair.talk();
  EXPECT_EQ(pair.client().log.back(), "failed auth auth-failed [not-authorized] []");
}

INSTANTIATE_TEST_SUITE_P(All, Sasl2Together,
                         testing::Combine(testing::Values(Mechanism::plain, Mechanism::scram_sha_512_plus,
                                                          Mechanism::digest_md5),
                                          testing::Values(1, 3, 7, whole)));

TEST(StreamsTogetherTest, StreamManagementCountsBothWays) {
  Pair pair{{Mechanism::plain}, whole, "secret", parsers::ParserKind::stream, true};
  pair.talk();
  auto& client = pair.client();
  for (int i = 0; i < 40; ++i) {  // more than go between two requests for acknowledgement
    std::string message;
    xmpp::append_message(message, {.to = "romeo@localhost", .id = "m", .body = "x"});
    client.out += message;
    client.stream.sent(message, client.out);
    pair.talk();
  }
  EXPECT_EQ(client.log.back(), "online");
  EXPECT_TRUE(client.stream.has_room());
  client.lose_connection();
  client.drain();
  EXPECT_FALSE(client.stream.take_session()) << "the server gave no id";
}

}  // namespace
}  // namespace squall::test
