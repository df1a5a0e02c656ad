#pragma once

#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "parsers/event.hpp"
#include "parsers/parser.hpp"
#include "src/load/accounts.hpp"
#include "src/load/population.hpp"
#include "src/load/trace.hpp"
#include "src/metrics/funnel.hpp"
#include "src/metrics/tls_figures.hpp"
#include "src/net/connection.hpp"
#include "src/net/source_addresses.hpp"
#include "xmpp/stream/client_stream.hpp"

namespace squall::load {

class Session;

/// Whom a session tells what happens to it.
class SessionOwner {
 public:
  virtual void session_online(Session& session) = 0;
  /// The try has failed, or the session was online and is no more. It may be told to log in again later, not within
  /// this call.
  virtual void session_failed(Session& session) = 0;
  /// A message stanza. Lifetime of `element`: this call.
  virtual void message_received(Session& session, const parsers::Element& element) = 0;
  /// Any other stanza, whose content is of no interest.
  virtual void other_received() = 0;
  /// A session that was told to log out is closed.
  virtual void session_closed() = 0;
  /// Around the stanzas of each read.
  virtual void read_began(net::Arrival arrival) = 0;
  virtual void read_ended() = 0;
  /// The last message written was taken by nobody before the connection went away.
  virtual void message_untaken(Session& session) = 0;

 protected:
  ~SessionOwner() = default;
};

/// What the sessions of one worker share. Not thread-safe; must outlive them.
struct SessionContext {
  SessionOwner& owner;
  const Population& population;
  const Accounts& accounts;
  const std::vector<boost::asio::ip::tcp::endpoint>& endpoints;
  const xmpp::ClientConfig& config;
  std::uint32_t worker = 0;
  net::ConnectionContext network;
  parsers::Workspace& workspace;
  metrics::FunnelRecorder& funnel;
  metrics::TlsFigures& tls_figures;
  const net::SourceAddresses& sources;
  net::TlsContext* tls = nullptr;      ///< null: no TLS
  bool direct_tls = false;             ///< TLS from the first byte
  std::string out;                     ///< scratch: what a stream wants sent
  std::size_t preferred_endpoint = 0;  ///< the one that answered last
  const TraceSink* trace = nullptr;    ///< of the traced user, if he is this worker's
  std::uint32_t traced_local = 0;
};

}  // namespace squall::load
