#pragma once

#include <optional>
#include <string>

#include "src/accounts/account_work.hpp"
#include "src/net/connection.hpp"
#include "xmpp/xep/xep0077_register.hpp"

namespace squall::accounts {

/// One account's connection and dialogue. It is over when is_over() says so; then outcome and failure stand.
class Job final : private net::ConnectionHandler {
 public:
  Job(const Work& work, std::size_t index, std::uint32_t tries, net::ConnectionContext& network,
      parsers::Workspace& workspace);
  /// Resets the connection, so that thousands of them leave no ports in TIME_WAIT.
  ~Job() { connection_.close(true); }

  void start(net::TimePoint now);
  void expire(net::TimePoint now);

  bool is_over() const { return is_over_; }
  bool succeeded() const { return is_over_ && !failure_; }
  bool existed() const { return register_ && register_->existed(); }
  std::uint64_t messages() const { return messages_; }
  const xmpp::Failure& failure() const { return failure_; }
  /// Another try may go better.
  bool is_transient() const;
  std::size_t index() const { return index_; }
  std::uint32_t tries() const { return tries_; }

 private:
  void on_connected() override;
  void on_secured() override;
  void on_received(std::string_view bytes, net::Arrival arrival) override;
  void on_closed(std::error_code error) override;

  void connect(net::TimePoint now);
  void begin(net::TimePoint now, bool secured);
  void read_register(net::TimePoint now);
  void read_client(net::TimePoint now);
  void handle(const xmpp::ClientEvent& event);
  void start_tls();
  void act();
  void greeted(const parsers::Element& message);
  void subscribe();
  void approve();
  void ask();
  void answered(const xmpp::ClientEvent& event);
  void send();
  void finish();
  void fail(xmpp::Failure failure);

  const Work& work_;
  std::size_t index_;
  std::uint32_t tries_;
  net::Connection connection_;
  parsers::Workspace& workspace_;
  std::optional<xmpp::xep0077::RegisterStream> register_;
  std::optional<xmpp::ClientStream> client_;
  std::size_t endpoint_ = 0;
  net::TimePoint deadline_;  // of connecting, TLS, and what is done once online
  bool wants_tls_ = false;
  bool is_over_ = false;
  std::uint32_t open_requests_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t messages_at_ask_ = 0;
  int quiet_rounds_ = 0;
  std::string out_;
  xmpp::Failure failure_;
};

}  // namespace squall::accounts
