#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parsers/parser.hpp"
#include "xmpp/stream/client_stream.hpp"
#include "xmpp/stream/server_stream.hpp"

/// Sessions written down as dialogues.
///
///     Dialogue d{client_config()};
///     d.client_sends(client_header());
///     d.server_sends(server_header() + sasl_features({"PLAIN"}));
///     d.client_sends(plain_auth("juliet", "secret"));
///     d.server_sends(sasl_failure("not-authorized"));
///     d.expect_failed(Stage::auth, session_errc::auth_failed, "not-authorized");
///
/// At its end each dialogue is replayed: with the peer's bytes in chunks of 1, 2, 3 and 7, which must change nothing,
/// and with the connection lost before and within each step, which must end the session in exactly one event.
namespace squall::test {

using Where = std::source_location;

/// One end of a stream as a dialogue drives it. Everything it does and says goes into `log`, an entry an event.
class Player {
 public:
  virtual ~Player() = default;
  /// Feeds `bytes` in chunks and takes all events.
  void receive(std::string_view bytes);
  virtual void lose_connection() = 0;
  virtual bool has_deadline() const = 0;
  virtual void drain() = 0;

  std::vector<std::string> log;
  std::string out;
  std::size_t chunk = static_cast<std::size_t>(-1);
  xmpp::TimePoint now{};

 protected:
  virtual void feed(std::string_view bytes) = 0;
};

class ClientPlayer final : public Player {
 public:
  ClientPlayer(const xmpp::ClientConfig& config, xmpp::Credentials credentials);
  void lose_connection() override;
  bool has_deadline() const override { return stream.deadline().has_value(); }
  void drain() override;

  std::shared_ptr<parsers::Workspace> workspace;
  xmpp::ClientStream stream;
  std::uint32_t last_request = 0;

 private:
  void feed(std::string_view bytes) override { stream.feed(bytes); }
};

class ServerPlayer final : public Player {
 public:
  explicit ServerPlayer(const xmpp::ServerConfig& config, parsers::ParserKind kind = parsers::ParserKind::stream,
                        bool secured = false, xmpp::sasl::ChannelBinding binding = {});
  void lose_connection() override;
  bool has_deadline() const override { return stream.deadline().has_value(); }
  void drain() override;

  std::shared_ptr<parsers::Workspace> workspace;
  xmpp::ServerStream stream;

 private:
  void feed(std::string_view bytes) override { stream.feed(bytes); }
};

/// What both kinds of dialogue have in common: a script, the player it was acted by, and its replays.
class Script {
 public:
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  /// No event is left, and nothing is waiting to be sent.
  void expect_nothing(Where where = Where::current());
  /// The next event but for `stage` ones, as its log entry.
  void expect_event(std::string_view entry, Where where = Where::current());
  void expect_failed(xmpp::Stage stage, xmpp::session_errc code, std::string_view condition = {},
                     std::string_view text = {}, Where where = Where::current());
  void expect_closed(Where where = Where::current()) { expect_event("closed", where); }

 protected:
  using Action = std::function<void(Player&)>;
  using Factory = std::function<std::unique_ptr<Player>()>;

  explicit Script(Factory factory) : factory_(std::move(factory)), live_(factory_()) {}
  ~Script() = default;

  Player& live() { return *live_; }
  void act(Action action);
  /// The peer says `bytes`: a step that can be cut in pieces.
  void hear(std::string bytes);
  void expect_output(std::string_view expected, Where where);
  /// Skips the stages that were entered before it.
  void expect_entry(std::string_view entry, Where where);
  /// To be called by the destructor of the derived class.
  void finish();

 private:
  struct Step {
    Action action;
    std::string bytes;  // what the peer says, if that is the step
  };

  static void play(Player& player, const Step& step);
  void replay_in_chunks(std::size_t chunk);
  void replay_with_loss(std::size_t steps, bool within_step);

  Factory factory_;
  std::unique_ptr<Player> live_;
  std::vector<Step> steps_;
  std::size_t read_ = 0;  // entries of the log that were expected
};

/// A dialogue in which a ClientStream is tested and the server's lines are given.
class Dialogue : public Script {
 public:
  explicit Dialogue(xmpp::ClientConfig config, xmpp::Credentials credentials = {"juliet", "secret", "balcony"},
                    bool secured = false, xmpp::sasl::ChannelBinding binding = {});
  ~Dialogue() { finish(); }

  void client_sends(std::string_view expected, Where where = Where::current()) { expect_output(expected, where); }
  void server_sends(std::string bytes) { hear(std::move(bytes)); }
  void client_closes();
  void client_asks(std::string type, std::string to, std::string payload);
  void tls_is_established(xmpp::sasl::ChannelBinding binding = {});
  void time_passes(std::chrono::nanoseconds duration);

  void expect_stage(xmpp::Stage stage, Where where = Where::current());
  void expect_online(Where where = Where::current()) { expect_event("online", where); }
  void expect_start_tls(Where where = Where::current()) { expect_event("start_tls", where); }
  void expect_jid(std::string_view jid, Where where = Where::current());

  const xmpp::ClientStream& stream() { return static_cast<ClientPlayer&>(live()).stream; }

 private:
  Dialogue(std::shared_ptr<xmpp::ClientConfig> config, xmpp::Credentials credentials, bool secured,
           xmpp::sasl::ChannelBinding binding);
};

/// A dialogue in which a ServerStream is tested and the client's lines are given.
class ServerDialogue : public Script {
 public:
  explicit ServerDialogue(xmpp::ServerConfig config, bool secured = false, xmpp::sasl::ChannelBinding binding = {});
  ~ServerDialogue() { finish(); }

  void client_sends(std::string bytes) { hear(std::move(bytes)); }
  void server_sends(std::string_view expected, Where where = Where::current()) { expect_output(expected, where); }
  void server_binds(std::string full_jid);
  void server_refuses_bind(std::string condition);
  void server_closes();
  void server_closes_with(std::string condition);
  void tls_is_established(xmpp::sasl::ChannelBinding binding = {});
  void time_passes(std::chrono::nanoseconds duration);

  const xmpp::ServerStream& stream() { return static_cast<ServerPlayer&>(live()).stream; }
};

/// An element in one line: name{attributes by name}(children and text).
std::string describe(const parsers::Element& element);

}  // namespace squall::test
