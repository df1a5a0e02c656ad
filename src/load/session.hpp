#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "src/load/session_context.hpp"
#include "src/metrics/delivery_audit.hpp"
#include "src/metrics/funnel.hpp"
#include "src/net/connection.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::load {

/// One user: his connection, his stream, and how far he came. Pinned to the worker whose context he has.
/// Size: about 130 bytes, and what the stream needs; credentials are kept only while he logs in.
class Session final : private net::ConnectionHandler {
 public:
  Session(SessionContext& context, std::uint32_t local);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Starts one try to log in. SessionOwner::session_online() or session_failed() follows, perhaps within this call.
  void log_in(net::TimePoint now);
  /// Fails the try if its time is up.
  void expire(net::TimePoint now);
  /// Gives up a login that is going on, without a failure.
  void abandon();
  /// Closes an online stream in order. is_closed() says when that is done: when the server has closed the connection,
  /// so that its port is not left in TIME_WAIT on our side.
  void log_out();
  /// Closes the connection at once.
  void cut();

  /// Writes one stanza. Nothing if it was written, at least in part, or is sure to be written next.
  std::optional<metrics::UnsentReason> send(std::string_view xml);

  std::uint32_t local() const { return local_; }
  bool is_online() const { return state_ == State::online; }
  bool is_logging_in() const {
    return state_ == State::connecting || state_ == State::securing || state_ == State::negotiating;
  }
  bool is_closed() const { return state_ == State::idle; }
  std::uint32_t tries() const { return tries_; }
  /// Where he stands: the stage he is in, or failed in last.
  xmpp::Stage stage() const { return stage_; }
  metrics::FunnelRecorder::ErrorNumber first_error() const { return first_error_; }
  /// The failure lay in a limit of this machine, not in the server.
  bool is_our_fault() const { return our_fault_; }

 private:
  enum class State : std::uint8_t { idle, connecting, securing, negotiating, online, closing };
  struct Login;  // only while logging in

  void on_connected() override;
  void on_secured() override;
  void on_received(std::string_view bytes, net::Arrival arrival) override;
  void on_drained() override { untaken_ = false; }
  void on_closed(std::error_code error) override;

  bool connect_next(std::error_code& error);
  void connect_failed(std::error_code error);
  const boost::asio::ip::address* source_for(const boost::asio::ip::tcp::endpoint& target,
                                             boost::asio::ip::address& made) const;
  void start_stream(net::TimePoint now, bool is_secured);
  void start_tls(net::TimePoint now);
  void note_handshake(net::TimePoint now);
  void handle(const xmpp::ClientEvent& event, net::TimePoint at);
  void enter(xmpp::Stage stage, net::TimePoint at);
  void become_online(net::TimePoint at);
  void drain_events(net::TimePoint at);
  std::chrono::nanoseconds connect_time() const;
  void expire_step(net::TimePoint now);
  void finish_round();
  void flush();
  void count_sent(std::string_view xml);
  void end(const xmpp::Failure& failure);
  void trace(TraceDirection direction, std::string_view xml) const;

  SessionContext& context_;
  net::Connection connection_;
  std::optional<xmpp::ClientStream> stream_;
  std::unique_ptr<Login> login_;
  std::unique_ptr<xmpp::ManagedSession> interrupted_;  // to be resumed by the next login
  std::uint32_t local_;
  std::uint16_t tries_ = 0;
  metrics::FunnelRecorder::ErrorNumber first_error_ = metrics::FunnelRecorder::no_error;
  State state_ = State::idle;
  xmpp::Stage stage_ = xmpp::Stage::resolve;
  bool was_online_ = false;
  bool our_fault_ = false;
  bool untaken_ = false;  // the kernel took no byte of the last message yet
  bool ended_ = false;    // the stream has failed or closed in the round of events that is going on
};

}  // namespace squall::load
