#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/intrusive/list.hpp>

#include "parsers/parser.hpp"
#include "src/net/connection.hpp"
#include "src/server/counts.hpp"
#include "src/server/outbox.hpp"
#include "src/server/processing_times.hpp"
#include "src/server/resource.hpp"
#include "src/server/router.hpp"
#include "xmpp/stream/server_stream.hpp"

namespace squall::server {

/// A session stands in at most one list: of those that log in, or of those that close; both in order of their deadline.
using SessionHook = boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

class SessionOwner {
 public:
  /// Destroys `session`.
  virtual void remove(Session& session) = 0;

 protected:
  ~SessionOwner() = default;
};

struct Realm;
enum class FaultKind : std::uint8_t;
class FaultRouter;

/// One client's connection and stream.
///
///     logging_in -> online -> closing -> gone
///
/// Closing: the last bytes and FIN are on their way, what comes in is not looked at, and the peer has a while to close.
class Session final : public Resource, public SessionHook, private net::ConnectionHandler {
 public:
  Session(Realm& realm, std::string stream_id);
  ~Session();

  /// Takes over an accepted descriptor.
  std::error_code adopt(int descriptor);
  /// Writes what the round has brought. May destroy the session.
  void flush();

  /// Ends the stream with that stream error (RFC 6120 section 4.9.3), unless it is closing already.
  void end(std::string_view condition);
  /// The login took too long.
  void expire(net::TimePoint now);
  /// Closing, and the peer took too long over it: destroys the session.
  void give_up();

  net::TimePoint deadline() const { return deadline_; }

  bool has_room(std::size_t bytes) const override;
  std::string& output() override;
  void replace() override;
  void write_byte_by_byte() override;

  std::size_t index = 0;  ///< its place among the owner's sessions

 private:
  enum class Phase : std::uint8_t { logging_in, online, closing };

  void on_connected() override {}
  void on_secured() override;
  void on_received(std::string_view bytes, net::Arrival arrival) override;
  void on_drained() override;
  void on_closed(std::error_code error) override;

  std::unique_ptr<parsers::Parser> make_parser();
  void read_events(net::TimePoint now);
  xmpp::ServerEvent next(net::TimePoint now);
  void handle(const xmpp::ServerEvent& event);
  void start_tls();
  void bind(std::string_view wanted);
  void begin_closing();
  void leave();

  // fault_session.cpp
  struct Faults;
  struct FaultsDeleter {
    void operator()(Faults* faults) const;
  };
  using FaultsPointer = std::unique_ptr<Faults, FaultsDeleter>;
  static FaultsPointer make_faults(const Realm& realm);
  void fall_silent();
  void stall_from_the_start();
  bool is_silent(std::string_view bytes);
  bool handle_with_faults(const xmpp::ServerEvent& event);
  void suffer(FaultKind fault);
  bool ends_by_fault();
  net::WriteOutcome write_with_faults(std::string_view bytes);

  Realm& realm_;
  net::Connection connection_;
  std::unique_ptr<StanzaTimes> times_;  // only where processing times are taken
  xmpp::ServerStream stream_;
  std::string* output_ = nullptr;  // while the round has something for it
  net::TimePoint deadline_{};      // of the login, or of closing
  Phase phase_ = Phase::logging_in;
  FaultsPointer faults_;  // null unless the server is to behave badly
};

using SessionList = boost::intrusive::list<Session, boost::intrusive::constant_time_size<false>>;

/// What the sessions of one server share. Outlives them.
struct Realm {
  net::ConnectionContext connections;
  xmpp::ServerConfig streams;
  parsers::ParserKind parser;
  const std::function<std::unique_ptr<parsers::Parser>(const parsers::Limits&)>& make_parser;  ///< or empty
  parsers::Workspace& workspace;
  std::uint32_t resources_per_account;
  Router& router;
  ServerCounts& counts;
  SessionOwner& owner;
  net::TlsContext* tls = nullptr;    ///< null: there is no TLS
  bool direct_tls = false;           ///< TLS from the first byte
  ProcessingTimes* times = nullptr;  ///< null: none are taken
  FaultRouter* faults = nullptr;     ///< null: all goes well
  Outbox outbox{};
  SessionList logging_in{};
  SessionList closing{};
  std::string reply{};  ///< scratch for what a stream says
  std::uint64_t resources_made = 0;

  /// A resourcepart for a client that asked for none.
  std::string make_resource();
};

}  // namespace squall::server
