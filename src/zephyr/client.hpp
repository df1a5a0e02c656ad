#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>

#include "parsers/parser.hpp"
#include "src/net/connection.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::zephyr {

class Client;

class ClientOwner {
 public:
  /// The login is over: online, or failed, as Client::is_online() tells.
  virtual void settled(Client& client) = 0;
  /// It was online and is no more.
  virtual void lost(Client& client) = 0;
  /// A message stanza. Lifetime of `message`: this call.
  virtual void received(Client& client, const parsers::Element& message, net::Arrival arrival) = 0;

 protected:
  ~ClientOwner() = default;
};

/// What the clients of one crowd share. Outlives them.
struct ClientContext {
  ClientOwner& owner;
  net::ConnectionContext network;
  xmpp::ClientConfig stream;
  parsers::Workspace& workspace;
  std::string out{};  ///< scratch: what a stream wants sent
};

/// One user of the experiment: his connection and his stream, nothing more.
class Client final : private net::ConnectionHandler {
 public:
  Client(ClientContext& context, std::uint32_t index, std::string user, std::string password, std::string resource);

  /// Connects and logs in; ClientOwner::settled() follows, perhaps within this call.
  void log_in(const boost::asio::ip::tcp::endpoint& server);
  /// Closes at once.
  void cut();

  bool is_online() const { return state_ == State::online; }
  /// In words, once he failed.
  const std::string& failure() const { return failure_; }
  std::uint32_t index() const { return index_; }
  const std::string& user() const { return user_; }
  std::string_view jid() const { return stream_.jid(); }

  /// False if the connection takes no more.
  bool send(std::string_view xml) { return connection_.write(xml) != net::WriteOutcome::refused; }

 private:
  enum class State : std::uint8_t { idle, logging_in, online, failed };

  void on_connected() override;
  void on_received(std::string_view bytes, net::Arrival arrival) override;
  void on_closed(std::error_code error) override;
  void handle(const xmpp::ClientEvent& event, net::Arrival arrival);
  void flush();
  void fail(std::string words);

  ClientContext& context_;
  std::uint32_t index_;
  std::string user_, password_, resource_;
  net::Connection connection_;
  xmpp::ClientStream stream_;
  State state_ = State::idle;
  std::string failure_;
};

}  // namespace squall::zephyr
