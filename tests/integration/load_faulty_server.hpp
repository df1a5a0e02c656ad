#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/net/connection.hpp"
#include "src/net/listener.hpp"
#include "src/net/poller.hpp"
#include "xmpp/sasl/credential_store.hpp"
#include "xmpp/stream/server_stream.hpp"

namespace squall::load::test {

/// A server that does with messages what a test tells it to. Any account whose password equals its name may log in.
class FaultyServer final : private net::AcceptHandler {
 public:
  /// One message that came in, counted from 0.
  struct Message {
    std::uint64_t number = 0;
    std::string from, to;  ///< localparts
    std::string xml;       ///< as received
  };
  struct Delivery {
    std::string to;  ///< localpart
    std::string xml;
  };
  /// What to deliver in return for a message, in that order. Called by the server's thread.
  using Fault = std::function<std::vector<Delivery>(const Message&)>;

  explicit FaultyServer(Fault fault);
  ~FaultyServer();

  const boost::asio::ip::tcp::endpoint& endpoint() const { return endpoint_; }
  std::uint64_t messages() const { return messages_; }
  /// From now on nothing is read any more.
  void stop_reading() { reading_ = false; }
  /// Cuts every connection without a word.
  void cut() { cutting_ = true; }

 private:
  class Session;

  void on_accepted(int descriptor) override;
  void on_turned_away(std::error_code) override {}
  void serve();
  void handle(Session& from, std::string_view to, std::string_view xml);

  Fault fault_;
  net::Poller poller_;
  std::vector<char> scratch_;
  net::ConnectionContext network_;
  net::Listener listener_;
  std::shared_ptr<parsers::Workspace> workspace_;
  std::unique_ptr<xmpp::CredentialStore> accounts_;
  xmpp::ServerConfig config_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::unordered_map<std::string, Session*> by_user_;
  boost::asio::ip::tcp::endpoint endpoint_;
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<bool> reading_{true}, cutting_{false}, stopping_{false};
  std::thread thread_;
};

}  // namespace squall::load::test
