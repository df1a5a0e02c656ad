#include "src/server/server.hpp"

#include <gmock/gmock.h>

#include "src/server/account_store.hpp"
#include "tests/integration/server_fixture.hpp"
#include "tests/support/loopback.hpp"

// The embedded server over real sockets, seen through ClientStream.

namespace squall::server::test {
namespace {

using squall::test::ChatClient;
using testing::AllOf;
using testing::HasSubstr;

class ParserTest : public ServerTest, public testing::WithParamInterface<parsers::ParserKind> {};

TEST_P(ParserTest, TwoUsersChatAndTheServerCountsIt) {
  options.parser = GetParam();
  start();
  auto alice = log_in("alice", "home");
  auto bob = log_in("bob", "work");
  EXPECT_EQ(alice->jid(), "alice@localhost/home");
  alice->send_message("bob@localhost/work", "it's <you> & me");
  bob->send_message("alice@localhost", "\xC3\xA4");
  ASSERT_TRUE(room.run_until([&] { return !bob->messages.empty() && !alice->messages.empty(); }));
  EXPECT_EQ(bob->messages[0].body, "it's <you> & me");
  EXPECT_EQ(bob->messages[0].from, "alice@localhost/home");
  EXPECT_EQ(alice->messages[0].body, "\xC3\xA4");
  EXPECT_EQ(alice->messages[0].from, "bob@localhost/work");
  stop();
  EXPECT_EQ(counts.connections, 2U);
  EXPECT_EQ(counts.logins, 2U);
  EXPECT_EQ(counts.logins_failed, 0U);
  EXPECT_EQ(counts.sessions, 2U);
  EXPECT_EQ(counts.messages_in, 2U);
  EXPECT_EQ(counts.messages_routed, 2U);
  EXPECT_EQ(counts.stream_errors, 0U);
}

INSTANTIATE_TEST_SUITE_P(Every, ParserTest,
                         testing::Values(parsers::ParserKind::stream, parsers::ParserKind::dom,
                                         parsers::ParserKind::expat),
                         [](const auto& which) { return std::string(parsers::to_string(which.param)); });

TEST_F(ServerTest, LetsUsersInWithScram) {
  start();
  for (const auto mechanism : {xmpp::sasl::Mechanism::scram_sha_1, xmpp::sasl::Mechanism::scram_sha_256}) {
    room.config.sasl.allowed = {mechanism};
    auto alice = log_in("alice");
    EXPECT_TRUE(alice->is_online());
  }
}

TEST_F(ServerTest, RefusesAWrongPasswordAndCountsIt) {
  start();
  ChatClient mallory(room, "alice", "guess");
  EXPECT_FALSE(mallory.log_in(address));
  EXPECT_EQ(mallory.failure().code, xmpp::session_errc::auth_failed);
  EXPECT_EQ(mallory.failure().condition, "not-authorized");
  ASSERT_TRUE(room.run_until([&] { return !mallory.has_connection; }));
  stop();
  EXPECT_EQ(counts.logins, 0U);
  EXPECT_EQ(counts.logins_failed, 1U);
}

TEST_F(ServerTest, KnowsTheAccountsItWasGiven) {
  options.accounts = make_listed_accounts({{"alice", "secret"}});
  start();
  ChatClient alice(room, "alice", "secret");
  EXPECT_TRUE(alice.log_in(address));
  ChatClient bob(room, "bob", "bob");
  EXPECT_FALSE(bob.log_in(address));
}

TEST_F(ServerTest, MakesAResourceForWhoAsksForNone) {
  start();
  auto first = log_in("alice");
  auto second = log_in("alice");
  EXPECT_THAT(first->jid(), HasSubstr("alice@localhost/"));
  EXPECT_NE(first->jid(), second->jid());
}

TEST_F(ServerTest, GivesAResourceToTheLatestWhoAsksForIt) {
  start();
  auto older = log_in("alice", "home");
  auto newer = log_in("alice", "home");
  ASSERT_TRUE(room.run_until([&] { return older->is_over(); }));
  EXPECT_EQ(older->failure().code, xmpp::session_errc::stream_error);
  EXPECT_EQ(older->failure().condition, "conflict");
  EXPECT_TRUE(newer->is_online());
  newer->send_message("alice@localhost/home", "to myself");
  ASSERT_TRUE(room.run_until([&] { return !newer->messages.empty(); }));
  stop();
  EXPECT_EQ(counts.conflicts, 1U);
  EXPECT_EQ(counts.sessions, 1U);
  EXPECT_EQ(counts.sessions_peak, 1U);
}

TEST_F(ServerTest, LimitsTheResourcesOfAnAccount) {
  options.resources_per_account = 2;
  start();
  auto first = log_in("alice");
  auto second = log_in("alice");
  ChatClient third(room, "alice");
  EXPECT_FALSE(third.log_in(address));
  EXPECT_EQ(third.failure().code, xmpp::session_errc::bind_failed);
  EXPECT_EQ(third.failure().condition, "resource-constraint");
}

TEST_F(ServerTest, SendsBackWhatNobodyCanReceive) {
  start();
  auto alice = log_in("alice");
  alice->send_message("nobody@localhost", "hello?");
  ASSERT_TRUE(room.run_until([&] { return !alice->messages.empty(); }));
  EXPECT_EQ(alice->messages[0].type, "error");
  EXPECT_EQ(alice->messages[0].id, "m");
  EXPECT_EQ(alice->messages[0].condition, "service-unavailable");
  stop();
  EXPECT_EQ(counts.messages_bounced, 1U);
}

TEST_F(ServerTest, SendsBackWhatIsForAUserWhoWentWithoutAWord) {
  start();
  auto alice = log_in("alice");
  auto bob = log_in("bob", "work");
  bob->drop(true);
  // The reset may take a moment to be seen: until then messages count as routed.
  ASSERT_TRUE(room.run_until([&] {
    alice->send_message("bob@localhost/work", "are you there?");
    return !alice->messages.empty();
  }));
  EXPECT_EQ(alice->messages[0].condition, "service-unavailable");
}

TEST_F(ServerTest, AnswersPingsAndDiscovery) {
  start();
  auto alice = log_in("alice");
  auto bob = log_in("bob", "work");
  alice->request("localhost", "<ping xmlns='urn:xmpp:ping'/>");
  alice->request("localhost", "<query xmlns='http://jabber.org/protocol/disco#info'/>");
  alice->request("bob@localhost/work", "<ping xmlns='urn:xmpp:ping'/>");
  alice->request("bob@localhost/gone", "<ping xmlns='urn:xmpp:ping'/>");
  ASSERT_TRUE(room.run_until([&] { return alice->answers.size() == 4; }));
  EXPECT_THAT(alice->received, HasSubstr("category='server'"));
  EXPECT_EQ(std::count_if(alice->answers.begin(), alice->answers.end(),
                          [](const ChatClient::Stanza& stanza) { return stanza.type == "error"; }),
            1);
}

TEST_F(ServerTest, TellsAUsersResourcesOfOneAnother) {
  start();
  auto home = log_in("alice", "home");
  auto phone = log_in("alice", "phone");
  const auto has_seen = [](const ChatClient& client, std::string_view from, std::string_view type) {
    return std::any_of(client.presences.begin(), client.presences.end(),
                       [&](const ChatClient::Stanza& stanza) { return stanza.from == from && stanza.type == type; });
  };
  EXPECT_TRUE(room.run_until(
      [&] { return has_seen(*home, "alice@localhost/phone", "") && has_seen(*phone, "alice@localhost/home", ""); }));
  phone->close();
  EXPECT_TRUE(room.run_until([&] { return has_seen(*home, "alice@localhost/phone", "unavailable"); }));
}

TEST_F(ServerTest, ClosesAStreamInOrder) {
  start();
  auto alice = log_in("alice");
  alice->close();
  EXPECT_TRUE(room.run_until([&] { return alice->is_closed && !alice->has_connection; }));
  EXPECT_FALSE(alice->failure());
  stop();
  EXPECT_EQ(counts.sessions, 0U);
  EXPECT_EQ(counts.stream_errors, 0U);
}

TEST_F(ServerTest, EndsAStreamWhoseStanzaIsTooLong) {
  options.limits.stanza_bytes = 10000;
  start();
  auto alice = log_in("alice");
  auto bob = log_in("bob", "work");
  alice->send_message("bob@localhost/work", std::string(9000, 'x'));
  alice->send_message("bob@localhost/work", std::string(11000, 'x'));
  ASSERT_TRUE(room.run_until([&] { return alice->is_over(); }));
  EXPECT_EQ(alice->failure().condition, "policy-violation");
  ASSERT_TRUE(room.run_until([&] { return !bob->messages.empty(); }));
  EXPECT_EQ(bob->messages.size(), 1U);
  stop();
  EXPECT_EQ(counts.messages_in, 1U);
  EXPECT_EQ(counts.stream_errors, 1U);
}

TEST_F(ServerTest, EndsAStreamThatIsNotXmpp) {
  start();
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<!-- hello -->", "restricted-xml"}, {"<message><a></b></message>", "not-well-formed"},
      {"<x:y/>", "bad-namespace-prefix"},   {"<invented/>", "unsupported-stanza-type"},
      {"nonsense", "bad-format"},           {"<message from='bob@localhost/x'/>", "invalid-from"}};
  for (const auto& [xml, condition] : cases) {
    auto alice = log_in("alice");
    alice->send(xml);
    ASSERT_TRUE(room.run_until([&] { return alice->is_over(); })) << xml;
    EXPECT_EQ(alice->failure().condition, condition) << xml;
  }
}

TEST_F(ServerTest, AnswersAStrangerWithAStreamErrorAndHangsUp) {
  start();
  squall::test::RawPeer stranger(squall::test::connect_to(address));
  stranger.send("GET / HTTP/1.1\r\n\r\n");
  std::string answer;
  for (std::string piece = stranger.read(); !piece.empty(); piece = stranger.read()) answer += piece;
  EXPECT_THAT(answer, AllOf(HasSubstr("<stream:error>"), HasSubstr("</stream:stream>")));
}

TEST_F(ServerTest, HangsUpOnWhoTakesTooLongToLogIn) {
  options.login_timeout = std::chrono::milliseconds{1};
  start();
  squall::test::RawPeer idler(squall::test::connect_to(address));
  std::string answer;
  for (std::string piece = idler.read(); !piece.empty(); piece = idler.read()) answer += piece;
  EXPECT_THAT(answer, HasSubstr("connection-timeout"));
  idler.close();
  stop();
  EXPECT_EQ(counts.logins_failed, 1U);
}

TEST_F(ServerTest, BouncesForAReaderThatDoesNotReadAndStaysUp) {
  options.write_queue_limit = 64 * 1024;
  options.shutdown_patience = std::chrono::milliseconds{1};  // nobody will close for bob
  start();
  auto alice = log_in("alice");
  auto carol = log_in("carol");
  squall::test::ChatRoom elsewhere;  // nobody dispatches there once bob is online
  elsewhere.config.sasl.allowed = {xmpp::sasl::Mechanism::plain};
  ChatClient bob(elsewhere, "bob", "bob", "work");
  ASSERT_TRUE(bob.log_in(address));
  const std::string body(8000, 'x');
  ASSERT_TRUE(room.run_until([&] {
    for (int i = 0; i < 100 && alice->messages.empty(); ++i) alice->send_message("bob@localhost/work", body);
    return !alice->messages.empty();
  }));
  EXPECT_EQ(alice->messages[0].condition, "resource-constraint");
  carol->request("localhost", "<ping xmlns='urn:xmpp:ping'/>");
  EXPECT_TRUE(room.run_until([&] { return !carol->answers.empty(); }));
  stop();
  EXPECT_EQ(counts.messages_in, counts.messages_accounted());
}

TEST_F(ServerTest, TellsEverybodyThatItShutsDown) {
  start();
  auto alice = log_in("alice");
  ChatClient half_way(room, "bob");
  ASSERT_FALSE(half_way.connect(address));
  ASSERT_TRUE(room.run_until([&] { return !half_way.received.empty(); }));
  stop();
  ASSERT_TRUE(room.run_until([&] { return alice->is_over() && half_way.is_over(); }));
  EXPECT_EQ(alice->failure().condition, "system-shutdown");
  EXPECT_EQ(half_way.failure().condition, "system-shutdown");
  EXPECT_EQ(counts.sessions, 1U);
  EXPECT_EQ(counts.stream_errors, 0U);
}

TEST_F(ServerTest, ShutsDownAlthoughAClientNeitherReadsNorCloses) {
  options.shutdown_patience = std::chrono::milliseconds{1};
  start();
  squall::test::ChatRoom elsewhere;  // nobody dispatches there once alice is online
  elsewhere.config.sasl.allowed = {xmpp::sasl::Mechanism::plain};
  ChatClient alice(elsewhere, "alice");
  ASSERT_TRUE(alice.log_in(address));
  stop();
  EXPECT_EQ(counts.sessions, 1U);
}

TEST_F(ServerTest, NamesTheAddressItCannotListenOn) {
  start();
  options.listen = address;
  Server second(options);
  const auto listening = second.listen();
  ASSERT_FALSE(listening.has_value());
  EXPECT_THAT(listening.error(), AllOf(HasSubstr("127.0.0.1:"), HasSubstr("in use")));
}

TEST_F(ServerTest, LeavesNoDescriptorBehind) {
  const std::size_t before = squall::test::open_descriptors();
  start();
  for (int i = 0; i < 20; ++i) {
    auto alice = log_in("alice", "home");
    if (i % 2 == 0) alice->drop(true);
  }
  stop();
  EXPECT_EQ(squall::test::open_descriptors(), before);
}

TEST_F(ServerTest, CarriesAThousandUsersAndCountsEveryMessage) {
  start();
  constexpr std::size_t users = 1000;
  std::vector<std::unique_ptr<ChatClient>> clients;
  for (std::size_t i = 0; i < users; ++i) {
    const std::string name = "test" + std::to_string(i);
    clients.push_back(std::make_unique<ChatClient>(room, name, name, "r"));
    ASSERT_FALSE(clients.back()->connect(address));
  }
  const auto all = [&](const auto& is_so) {
    return room.run_until([&] { return std::all_of(clients.begin(), clients.end(), is_so); });
  };
  ASSERT_TRUE(all([](const auto& client) { return client->is_online(); }));
  for (std::size_t i = 0; i < users; ++i) {
    for (int n = 0; n < 5; ++n) {
      clients[i]->send_message("test" + std::to_string(i ^ 1U) + "@localhost/r", std::to_string(n));
    }
  }
  EXPECT_TRUE(all([](const auto& client) { return client->messages.size() == 5; }));
  for (std::size_t i = 0; i < users; ++i) {
    for (std::size_t n = 0; n < 5; ++n) EXPECT_EQ(clients[i]->messages.at(n).body, std::to_string(n));
  }
  stop();
  EXPECT_EQ(counts.logins, users);
  EXPECT_EQ(counts.sessions, users);
  EXPECT_EQ(counts.messages_in, 5 * users);
  EXPECT_EQ(counts.messages_routed, 5 * users);
}

}  // namespace
}  // namespace squall::server::test
