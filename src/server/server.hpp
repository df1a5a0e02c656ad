#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>

#include "parsers/limits.hpp"
#include "parsers/parser.hpp"
#include "src/net/tls_context.hpp"
#include "src/server/counts.hpp"
#include "src/server/fault.hpp"
#include "src/server/forwarder.hpp"
#include "src/server/processing_times.hpp"
#include "xmpp/sasl/credential_store.hpp"
#include "xmpp/sasl/mechanism.hpp"

namespace squall::server {

/// How clients come to TLS.
enum class TlsUse : std::uint8_t { off, starttls, required, direct };

struct ServerOptions {
  boost::asio::ip::tcp::endpoint listen{boost::asio::ip::address_v4::loopback(), 5222};  ///< port 0: a free one
  std::string domain = "localhost";
  std::shared_ptr<const xmpp::CredentialStore> accounts;  ///< null: any account whose password equals its name
  parsers::ParserKind parser = parsers::ParserKind::stream;
  /// Makes the parser of each session, instead of `parser`; for one that the house does not know. May be empty.
  std::function<std::unique_ptr<parsers::Parser>(const parsers::Limits&)> make_parser{};
  std::vector<xmpp::sasl::Mechanism> mechanisms{
      ///< in the order in which they are offered; at least one
      xmpp::sasl::Mechanism::external,           xmpp::sasl::Mechanism::scram_sha_512_plus,
      xmpp::sasl::Mechanism::scram_sha_256_plus, xmpp::sasl::Mechanism::scram_sha_1_plus,
      xmpp::sasl::Mechanism::scram_sha_512,      xmpp::sasl::Mechanism::scram_sha_256,
      xmpp::sasl::Mechanism::scram_sha_1,        xmpp::sasl::Mechanism::digest_md5,
      xmpp::sasl::Mechanism::plain,              xmpp::sasl::Mechanism::iq_auth_digest,
      xmpp::sasl::Mechanism::iq_auth_plain};
  Forwarding forwarding = Forwarding::splice;
  bool processing_times = false;    ///< take them, and have the kernel stamp what arrives
  std::vector<FaultRule> faults{};  ///< what it is to do wrong
  std::uint64_t fault_seed = 1;     ///< the same seed and traffic meet the same faults
  TlsUse tls = TlsUse::off;
  /// Where that is not off. Null: one with a certificate for the domain that is made now and signed by itself.
  std::shared_ptr<net::TlsContext> tls_context{};
  parsers::Limits limits{.stanza_bytes = 256 * 1024};
  std::uint32_t resources_per_account = 10;
  std::size_t write_queue_limit = 1 << 20;            ///< bytes held back for a client that does not read
  std::chrono::milliseconds login_timeout{60000};     ///< from accepting to a bound resource
  std::chrono::milliseconds shutdown_patience{3000};  ///< for clients to close once they were told to
};

/// The embedded XMPP server: one thread, no roster, no offline store, no other servers.
/// Spec: RFC 6120, RFC 6121 section 8; XEP-0030, XEP-0199
class Server {
 public:
  /// Throws std::system_error if epoll is not to be had, std::runtime_error if no certificate can be made.
  explicit Server(ServerOptions options);
  ~Server();  ///< not while run() runs
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Starts to listen; answers where. Error: one line for a person.
  boost::system::result<boost::asio::ip::tcp::endpoint, std::string> listen();

  /// Serves until it is stopped, on the calling thread.
  void run();
  /// From any thread: once, every stream is ended with <system-shutdown/> and run() returns when all clients have
  /// closed or their patience is over; twice, run() returns at once.
  void stop();
  /// Makes SIGINT and SIGTERM call stop(), while run() runs.
  void stop_on_signals();

  /// Not while run() runs. `sessions` says how many there were when the server was stopped.
  const ServerCounts& counts() const;
  /// How often each of the faults was done; likewise.
  FaultCounts fault_counts() const;

  /// Calls `what` on the thread of run(), each time that the process gets SIGUSR1 while run() runs.
  void call_on_signal(std::function<void()> what);
  /// Processing times since the last call; empty unless they are taken. On the thread of run(), or while it is not.
  ProcessingReport take_processing_times();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace squall::server
