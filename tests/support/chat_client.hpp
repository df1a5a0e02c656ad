#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/net/connection.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::test {

/// What the clients of one test share: a poller, a scratch buffer, the parsers' memory.
class ChatRoom {
 public:
  explicit ChatRoom(std::string domain = "localhost");

  /// Dispatches until `done` or 30 seconds have passed; true if done.
  bool run_until(const std::function<bool()>& done);

  xmpp::ClientConfig config;
  net::Poller poller;
  std::shared_ptr<parsers::Workspace> workspace;
  std::array<char, 65536> scratch;
  net::ConnectionContext connections{.poller = poller, .scratch = scratch};
};

/// One user on a real connection: ClientStream over net::Connection, remembering what came.
class ChatClient final : private net::ConnectionHandler {
 public:
  ChatClient(ChatRoom& room, std::string user, std::string password, std::string resource = {});
  ChatClient(ChatRoom& room, const std::string& user) : ChatClient(room, user, user) {}

  std::error_code connect(const boost::asio::ip::tcp::endpoint& server) { return connection_.connect(server); }
  /// Connects and runs the room until it is online, or failed.
  bool log_in(const boost::asio::ip::tcp::endpoint& server);

  void send(std::string_view xml) { connection_.write(xml); }
  void send_message(std::string_view to, std::string_view body);
  std::uint32_t request(std::string_view to, std::string_view payload);
  void close();  ///< in order
  void drop(bool reset = false) { connection_.close(reset); }

  bool is_online() const { return stream_.is_online(); }
  /// The stream failed or closed, or the connection is gone.
  bool is_over() const { return is_failed_ || is_closed || !has_connection; }
  std::string jid() const { return std::string(stream_.jid()); }
  const xmpp::Failure& failure() const { return stream_.failure(); }

  struct Stanza {
    std::string from, type, id, body, condition;
  };
  std::vector<Stanza> messages;
  std::vector<Stanza> answers;  ///< to request()
  std::vector<Stanza> presences;
  std::string received;  ///< every byte
  bool is_closed = false;
  bool has_connection = true;

 private:
  void on_connected() override;
  void on_received(std::string_view bytes, net::Arrival arrival) override;
  void on_closed(std::error_code error) override;
  void take_events(net::TimePoint now);

  ChatRoom& room_;
  std::string user_, password_, resource_;
  net::Connection connection_;
  xmpp::ClientStream stream_;
  bool is_failed_ = false;
};

}  // namespace squall::test
