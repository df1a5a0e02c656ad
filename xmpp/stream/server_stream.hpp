#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parsers/parser.hpp"
#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/credential_store.hpp"
#include "xmpp/sasl/mechanism.hpp"
#include "xmpp/stream/client_stream.hpp"  // TimePoint
#include "xmpp/stream/stage.hpp"

namespace squall::xmpp {

/// Whether a server speaks STARTTLS. Streams that are secured from the start (direct TLS) never offer it.
enum class ServerTls : std::uint8_t {
  off,       ///< <starttls/> fails
  offered,   ///< clients may log in without it
  required,  ///< nothing else is offered in clear, and <auth/> fails with encryption-required
};

/// What all streams of a server have in common. Must outlive every ServerStream made with it.
struct ServerConfig {
  std::string domain;
  parsers::Limits limits;
  /// In the order in which they are offered. Not offered where they cannot work: -PLUS without a channel binding,
  /// EXTERNAL without a client's certificate.
  std::vector<sasl::Mechanism> mechanisms{sasl::Mechanism::scram_sha_256, sasl::Mechanism::scram_sha_1,
                                          sasl::Mechanism::plain};
  std::uint32_t scram_iterations = 4096;
  bool offer_session = true;       ///< RFC 3921's session, as optional
  bool sasl2 = false;              ///< SASL 2 with Bind 2: XEP-0388, XEP-0386
  bool stream_management = false;  ///< counts and acknowledges, without resumption: XEP-0198
  bool client_state = false;       ///< takes <active/> and <inactive/>, and does nothing about it: XEP-0352
  bool registration = false;       ///< ServerEventKind::registration, before authentication: XEP-0077
  ServerTls tls = ServerTls::off;
  const CredentialStore* credentials = nullptr;
  std::chrono::nanoseconds login_timeout = std::chrono::seconds{60};
  std::uint32_t max_auth_attempts = 3;        ///< the stream is closed after so many failures, RFC 6120 section 6.4.5
  std::string salt_secret = "squall";         ///< a user's SCRAM salt is derived from it, and so always the same
  sasl::ScramKeyCache* scram_keys = nullptr;  ///< keys that streams share; must outlive them
  sasl::NonceSource nonce = sasl::random_nonce;
};

enum class ServerEventKind : std::uint8_t {
  need_more,
  start_tls,     ///< <proceed/> is in `out`: send it, negotiate TLS, then call tls_established(); bytes fed beyond
                 ///< <starttls/> were dropped
  registration,  ///< a get or set of jabber:iq:register, not authenticated; `element` is to be answered into `out`
  bind,     ///< authenticated and asks for a resource: `resource` (may be empty); answer with bound() or refuse_bind()
  message,  ///< stanzas of a bound client; `element` and `bytes`
  presence,
  iq,      ///< a request (get, set) or answer that is not the stream's own business (bind, session, ping to the server)
  failed,  ///< `failure()`; what is in `out` is still to be sent, then close the connection
  closed,  ///< both sides have closed the stream
};

struct ServerEvent {
  ServerEventKind kind = ServerEventKind::need_more;
  parsers::Element element;
  std::string_view bytes;     ///< the stanza as it was received; empty if the parser does not keep it
  std::string_view resource;  ///< bind
};

/// The receiving side of a client-to-server stream: ClientStream's twin, fed and asked in the same way.
/// The stream's own business is answered into `out`: header, features, SASL, session, ping to the server or without
/// `to`, malformed requests, stream errors for what it cannot accept (RFC 6120 section 4.9.3) followed by
/// </stream:stream>. `failed` or `closed` comes exactly once, and nothing after it.
/// A stanza's `from` has been checked to be the client's own, if there is one; the stream does not add or change it.
/// Lifetime: an event's views are valid until the next call on the stream.
/// Spec: RFC 6120 sections 4 to 8, RFC 3921 section 3; XEP-0077, 0078, 0198, 0199, 0352, 0386, 0388, 0440.
class ServerStream {
 public:
  /// `stream_id`: unpredictable and used for no other stream (RFC 6120 section 4.7.3).
  ServerStream(const ServerConfig& config, std::string stream_id, std::unique_ptr<parsers::Parser> parser);
  ~ServerStream();
  ServerStream(ServerStream&&) noexcept;
  ServerStream& operator=(ServerStream&&) noexcept;

  /// The time for the login begins. `secured`: the transport is TLS already (direct TLS), and that is its `binding`.
  void start(TimePoint now, bool secured = false, sasl::ChannelBinding binding = {});
  /// The answer to ServerEventKind::start_tls; nothing at any other time. What is fed in between is dropped.
  void tls_established(TimePoint now, sasl::ChannelBinding binding = {});
  /// Bytes that arrived; they must stay until next() answers need_more.
  void feed(std::string_view bytes);
  ServerEvent next(TimePoint now, std::string& out);

  /// Answers ServerEventKind::bind; nothing at any other time.
  void bound(std::string_view full_jid, std::string& out);
  /// `condition`: a stanza error's, e.g. "conflict" (RFC 6120 section 7.7.2). The client may ask again.
  void refuse_bind(std::string_view condition, std::string& out);

  /// The transport is gone; next() then answers failed, unless the stream was over.
  void connection_lost(session_errc code, std::string_view text);
  /// When the login times out; nothing once a resource is bound.
  std::optional<TimePoint> deadline() const;
  /// Closes with connection-timeout if the deadline has passed; next() then answers failed.
  void expire(TimePoint now, std::string& out);

  /// Sends a stream error and closes: e.g. "conflict", "system-shutdown" (RFC 6120 section 4.9.3).
  void close_with(std::string_view condition, std::string& out);
  /// Says </stream:stream>; `closed` comes when the client has closed too. Its stanzas are dropped in between.
  void close(std::string& out);

  bool is_bound() const;
  std::string_view user() const;   ///< the prepared localpart, once authenticated
  std::string_view jid() const;    ///< as given to bound()
  const Failure& failure() const;  ///< valid after `failed`

 private:
  struct Login;  // only until a resource is bound
  struct Impl;   // stream/detail/server_impl.hpp
  std::unique_ptr<Impl> impl_;
};

}  // namespace squall::xmpp
