#include "tests/support/dialogue.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace squall::test {
namespace {

using xmpp::ClientEvent;
using xmpp::ClientEventKind;
using xmpp::ServerEvent;
using xmpp::ServerEventKind;

std::string failed_entry(const xmpp::Failure& failure) {
  std::string entry{"failed "};
  entry.append(to_string(failure.stage)).append(" ").append(to_string(failure.code));
  return entry.append(" [").append(failure.condition).append("] [").append(failure.text).append("]");
}

std::string entry_of(const ClientEvent& event, const xmpp::ClientStream& stream) {
  switch (event.kind) {
    case ClientEventKind::need_more:
      break;
    case ClientEventKind::stage:
      return "stage " + std::string{to_string(event.stage)};
    case ClientEventKind::start_tls:
      return "start_tls";
    case ClientEventKind::online:
      return event.resumed ? "resumed" : "online";
    case ClientEventKind::carbon:
      return "carbon " + describe(event.element);
    case ClientEventKind::message:
    case ClientEventKind::presence:
      return describe(event.element);
    case ClientEventKind::iq_answer:
      return "answer " + std::to_string(event.request) + " " + describe(event.element);
    case ClientEventKind::failed:
      return failed_entry(stream.failure());
    case ClientEventKind::closed:
      return "closed";
  }
  return {};
}

std::string entry_of(const ServerEvent& event, const xmpp::ServerStream& stream) {
  switch (event.kind) {
    case ServerEventKind::need_more:
      break;
    case ServerEventKind::start_tls:
      return "start_tls";
    case ServerEventKind::registration:
      return "registration " + describe(event.element);
    case ServerEventKind::bind:
      return "bind " + std::string{event.resource};
    case ServerEventKind::message:
    case ServerEventKind::presence:
    case ServerEventKind::iq:
      return describe(event.element);
    case ServerEventKind::failed:
      return failed_entry(stream.failure());
    case ServerEventKind::closed:
      return "closed";
  }
  return {};
}

bool is_stage(const std::string& entry) {
  return entry.starts_with("stage ");
}
bool is_end(const std::string& entry) {
  return entry == "closed" || entry.starts_with("failed ");
}

std::string describe_attributes(const parsers::Element& element) {
  std::vector<std::string> attributes;
  for (const auto* at = element.begin() + 1; at < element.end() && at->kind() == parsers::EventKind::attribute;
       at += 2) {
    const auto value = parsers::Text{(at + 1)->bytes(), (at + 1)->decoding()};
    attributes.push_back(std::string{at->bytes()} + "=" + value.str());
  }
  std::sort(attributes.begin(), attributes.end());
  std::string out;
  for (const auto& attribute : attributes) out.append(out.empty() ? "" : ",").append(attribute);
  return out;
}

}  // namespace

std::string describe(const parsers::Element& element) {
  std::string scratch;
  std::string out{element.local()};
  if (const auto attributes = describe_attributes(element); !attributes.empty()) out.append("{" + attributes + "}");
  std::string content{element.text(scratch)};
  for (const auto child : element.children()) content.append(content.empty() ? "" : " ").append(describe(child));
  return content.empty() ? out : out + "(" + content + ")";
}

void Player::receive(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    // A copy of its own per chunk, so that a sanitizer sees a view that outlives it.
    const std::string piece{bytes.substr(at, chunk)};
    feed(piece);
    drain();
    at += piece.size();
  }
}

ClientPlayer::ClientPlayer(const xmpp::ClientConfig& config, xmpp::Credentials credentials)
    : workspace(parsers::make_workspace()), stream(config, credentials, *workspace) {}

void ClientPlayer::lose_connection() {
  stream.connection_lost(xmpp::session_errc::connection_lost, "Connection reset by peer");
}

void ClientPlayer::drain() {
  for (;;) {
    const auto event = stream.next(now, out);
    if (event.kind == ClientEventKind::need_more) return;
    log.push_back(entry_of(event, stream));
  }
}

ServerPlayer::ServerPlayer(const xmpp::ServerConfig& config, parsers::ParserKind kind, bool secured,
                           xmpp::sasl::ChannelBinding binding)
    : workspace(parsers::make_workspace()), stream(config, "id1", make_parser(kind, config.limits, *workspace)) {
  stream.start(now, secured, std::move(binding));
}

void ServerPlayer::lose_connection() {
  stream.connection_lost(xmpp::session_errc::connection_lost, "Connection reset by peer");
}

void ServerPlayer::drain() {
  for (;;) {
    const auto event = stream.next(now, out);
    if (event.kind == ServerEventKind::need_more) return;
    log.push_back(entry_of(event, stream));
  }
}

void Script::act(Action action) {
  steps_.push_back({std::move(action), {}});
  play(*live_, steps_.back());
}

void Script::hear(std::string bytes) {
  steps_.push_back({{}, std::move(bytes)});
  play(*live_, steps_.back());
}

void Script::play(Player& player, const Step& step) {
  if (step.action) step.action(player);
  player.receive(step.bytes);
  player.drain();
}

void Script::expect_output(std::string_view expected, Where where) {
  const testing::ScopedTrace trace{where.file_name(), static_cast<int>(where.line()), "expected output"};
  EXPECT_EQ(live_->out, expected);
  act([](Player& player) { player.log.push_back("stage out " + std::exchange(player.out, {})); });
}

void Script::expect_entry(std::string_view entry, Where where) {
  const testing::ScopedTrace trace{where.file_name(), static_cast<int>(where.line()), "expected event"};
  const auto& log = live_->log;
  while (read_ < log.size() && is_stage(log[read_]) && log[read_] != entry) ++read_;
  ASSERT_LT(read_, log.size()) << "nothing came; expected: " << entry;
  EXPECT_EQ(log[read_++], entry);
}

void Script::expect_event(std::string_view entry, Where where) {
  expect_entry(entry, where);
}

void Script::expect_failed(xmpp::Stage stage, xmpp::session_errc code, std::string_view condition,
                           std::string_view text, Where where) {
  expect_event(failed_entry({stage, code, std::string{condition}, std::string{text}}), where);
}

void Script::expect_nothing(Where where) {
  const testing::ScopedTrace trace{where.file_name(), static_cast<int>(where.line()), "expected nothing"};
  for (; read_ < live_->log.size(); ++read_) EXPECT_TRUE(is_stage(live_->log[read_])) << live_->log[read_];
  EXPECT_EQ(live_->out, "");
}

void Script::finish() {
  if (testing::Test::HasFailure()) return;  // one fault is enough to read
  expect_nothing();
  for (const std::size_t chunk : {1U, 2U, 3U, 7U}) replay_in_chunks(chunk);
  for (std::size_t steps = 0; steps <= steps_.size(); ++steps) {
    replay_with_loss(steps, false);
    if (steps < steps_.size() && !steps_[steps].bytes.empty()) replay_with_loss(steps, true);
  }
}

void Script::replay_in_chunks(std::size_t chunk) {
  SCOPED_TRACE("replayed in chunks of " + std::to_string(chunk));
  const auto player = factory_();
  player->chunk = chunk;
  for (const auto& step : steps_) play(*player, step);
  EXPECT_EQ(player->log, live_->log);
}

void Script::replay_with_loss(std::size_t steps, bool within_step) {
  SCOPED_TRACE("connection lost after step " + std::to_string(steps) + (within_step ? " and a half" : ""));
  const auto player = factory_();
  for (std::size_t i = 0; i < steps; ++i) play(*player, steps_[i]);
  if (within_step) {
    player->receive(std::string_view{steps_[steps].bytes}.substr(0, steps_[steps].bytes.size() / 2));
  }
  const bool was_over = std::any_of(player->log.begin(), player->log.end(), is_end);
  player->lose_connection();
  player->drain();
  player->receive("<message xmlns='jabber:client'/>");
  EXPECT_EQ(std::count_if(player->log.begin(), player->log.end(), is_end), 1);
  EXPECT_FALSE(player->has_deadline());
  if (was_over) return;
  EXPECT_NE(player->log.back().find("connection-lost"), std::string::npos) << player->log.back();
}

Dialogue::Dialogue(xmpp::ClientConfig config, xmpp::Credentials credentials, bool secured,
                   xmpp::sasl::ChannelBinding binding)
    : Dialogue(std::make_shared<xmpp::ClientConfig>(std::move(config)), credentials, secured, std::move(binding)) {}

Dialogue::Dialogue(std::shared_ptr<xmpp::ClientConfig> config, xmpp::Credentials credentials, bool secured,
                   xmpp::sasl::ChannelBinding binding)
    : Script([config, credentials] { return std::make_unique<ClientPlayer>(*config, credentials); }) {
  act([=](Player& player) {
    static_cast<ClientPlayer&>(player).stream.start(player.now, player.out, secured, binding);
  });
}

void Dialogue::client_closes() {
  act([](Player& player) { static_cast<ClientPlayer&>(player).stream.close(player.out); });
}

void Dialogue::client_asks(std::string type, std::string to, std::string payload) {
  act([=](Player& player) {
    auto& client = static_cast<ClientPlayer&>(player);
    client.last_request = client.stream.request(type, to, payload, client.out);
  });
}

void Dialogue::tls_is_established(xmpp::sasl::ChannelBinding binding) {
  act([=](Player& player) {
    static_cast<ClientPlayer&>(player).stream.tls_established(player.now, player.out, binding);
  });
}

void Dialogue::time_passes(std::chrono::nanoseconds duration) {
  act([duration](Player& player) {
    player.now += duration;
    static_cast<ClientPlayer&>(player).stream.expire(player.now);
  });
}

void Dialogue::expect_stage(xmpp::Stage stage, Where where) {
  expect_entry("stage " + std::string{to_string(stage)}, where);
}

void Dialogue::expect_jid(std::string_view jid, Where where) {
  const testing::ScopedTrace trace{where.file_name(), static_cast<int>(where.line()), "expected JID"};
  EXPECT_EQ(stream().jid(), jid);
}

ServerDialogue::ServerDialogue(xmpp::ServerConfig config, bool secured, xmpp::sasl::ChannelBinding binding)
    : Script([=, config = std::make_shared<xmpp::ServerConfig>(std::move(config))] {
        return std::make_unique<ServerPlayer>(*config, parsers::ParserKind::stream, secured, binding);
      }) {}

void ServerDialogue::server_binds(std::string full_jid) {
  act([=](Player& player) { static_cast<ServerPlayer&>(player).stream.bound(full_jid, player.out); });
}

void ServerDialogue::server_refuses_bind(std::string condition) {
  act([=](Player& player) { static_cast<ServerPlayer&>(player).stream.refuse_bind(condition, player.out); });
}

void ServerDialogue::server_closes() {
  act([](Player& player) { static_cast<ServerPlayer&>(player).stream.close(player.out); });
}

void ServerDialogue::server_closes_with(std::string condition) {
  act([=](Player& player) { static_cast<ServerPlayer&>(player).stream.close_with(condition, player.out); });
}

void ServerDialogue::tls_is_established(xmpp::sasl::ChannelBinding binding) {
  act([=](Player& player) { static_cast<ServerPlayer&>(player).stream.tls_established(player.now, binding); });
}

void ServerDialogue::time_passes(std::chrono::nanoseconds duration) {
  act([duration](Player& player) {
    player.now += duration;
    static_cast<ServerPlayer&>(player).stream.expire(player.now, player.out);
  });
}

}  // namespace squall::test
