#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/parser.hpp"
#include "xmpp/sasl/channel_binding.hpp"
#include "xmpp/sasl/mechanism.hpp"
#include "xmpp/sasl/nonce.hpp"
#include "xmpp/sasl/scram_keys.hpp"
#include "xmpp/stream/stage.hpp"
#include "xmpp/stream/stream_management.hpp"

namespace squall::xmpp {

/// Time as the caller counts it; this folder reads no clock.
using TimePoint = std::chrono::steady_clock::time_point;

/// When STARTTLS is used.
enum class TlsPolicy : std::uint8_t {
  never,       ///< a server that requires it is refused with tls_required
  if_offered,  ///< when the server offers it
  required,    ///< a server that does not offer it is refused with tls_not_offered
};

/// What all sessions of a run have in common. Must outlive every ClientStream made with it.
struct ClientConfig {
  std::string domain;  ///< goes into the stream's `to`
  parsers::Limits limits;
  sasl::Policy sasl;          ///< which mechanisms may be used, in order of preference, and in clear or not
  bool fetch_roster = true;   ///< RFC 6121 section 2.1.3, before presence
  bool send_presence = true;  ///< initial presence, RFC 6121 section 4.2
  std::chrono::nanoseconds step_timeout = std::chrono::seconds{30};  ///< for the answer to each step of the login
  TlsPolicy tls = TlsPolicy::never;
  // What is used only where the server offers it:
  bool sasl2 = false;                 ///< SASL 2 with Bind 2 (XEP-0388, XEP-0386); the server then names the resource
  bool stream_management = false;     ///< XEP-0198, with resumption
  bool carbons = false;               ///< XEP-0280
  bool client_state = false;          ///< says inactive once online: XEP-0352
  std::uint32_t unacked_limit = 256;  ///< stanzas kept until the server acknowledges them
  sasl::ScramKeyCache* scram_keys = nullptr;  ///< keys that sessions share; must outlive them
  sasl::NonceSource nonce = sasl::random_nonce;
};

/// Who logs in. The views must stay valid until ClientEventKind::online or failure.
struct Credentials {
  std::string_view user;      ///< localpart
  std::string_view password;  ///< UTF-8
  std::string_view resource;  ///< empty: the server chooses
};

enum class ClientEventKind : std::uint8_t {
  need_more,  ///< nothing more in what was fed
  stage,      ///< a stage was completed; `stage` is the one entered now
  start_tls,  ///< negotiate TLS now, then call tls_established(); bytes fed beyond <proceed/> were dropped
  online,     ///< login is complete: initial presence is in `out`
  message,    ///< a message stanza; `element`
  carbon,     ///< a copy of a message that another resource of the account sent or received (XEP-0280); `element`
  presence,   ///< a presence stanza; `element`
  iq_answer,  ///< a result or error for a request of ours, from a legal sender; `request` and `element`
  failed,     ///< `failure()` says why; the stream takes no more
  closed,     ///< both sides have closed the stream
};

/// Lifetime: views are valid until the next call on the stream.
struct ClientEvent {
  ClientEventKind kind = ClientEventKind::need_more;
  Stage stage = Stage::stream;
  parsers::Element element;
  std::uint32_t request = 0;  ///< iq_answer: what request() returned
  bool resumed = false;       ///< online: the session that was interrupted goes on (XEP-0198 section 5)
};

/// The initiating side of a client-to-server stream, free of I/O: bytes and time in, bytes and events out.
///
///     stream.start(now, out);                     // send `out`, then for each read:
///     stream.feed(bytes);
///     while ((event = stream.next(now, out)).kind != ClientEventKind::need_more) ...
///
/// Whatever is appended to `out` is to be sent before the next read; nothing is pipelined.
/// Requests of the peer (ping, unknown IQs) are answered into `out` without an event.
/// `failed` or `closed` comes exactly once, and nothing after it.
/// Cost: no allocation per stanza once online; about 300 bytes a session then, heap included.
/// Spec: RFC 6120 sections 4 to 8, RFC 6121 section 4.2, RFC 3921 section 3 (only where required); XEP-0078, 0198,
/// 0199, 0280, 0352, 0386, 0388, 0440.
class ClientStream {
 public:
  ClientStream(const ClientConfig& config, Credentials credentials, parsers::Workspace& workspace);
  ~ClientStream();
  ClientStream(ClientStream&&) noexcept;
  ClientStream& operator=(ClientStream&&) noexcept;

  /// Before start(): once authenticated, goes on with that session instead of binding, if the server lets it.
  void resume(std::unique_ptr<ManagedSession> session);
  /// Opens the stream. `secured`: the transport is TLS already (direct TLS), and that is its `binding`.
  void start(TimePoint now, std::string& out, bool secured = false, sasl::ChannelBinding binding = {});
  /// The answer to ClientEventKind::start_tls; nothing at any other time. What is fed in between is dropped.
  void tls_established(TimePoint now, std::string& out, sasl::ChannelBinding binding = {});

  /// Bytes that arrived; they must stay until next() answers need_more.
  void feed(std::string_view bytes);
  ClientEvent next(TimePoint now, std::string& out);

  /// The transport is gone; next() then answers failed, or closed if the stream was closed in order.
  void connection_lost(session_errc code, std::string_view text);
  /// When the step that is waited for times out; nothing while online or failed.
  std::optional<TimePoint> deadline() const;
  /// Fails the session if the deadline has passed: with timed_out, or with unsupported_version where a header without
  /// version was all that came. next() then answers failed.
  void expire(TimePoint now);

  /// Sends an IQ of type get or set: `payload` is XML, `to` may be empty (the server). The answer comes as iq_answer
  /// with the number that is returned, once, and only from a legal sender: whom was asked; for requests to the server
  /// or the account, also without `from` (RFC 6120 sections 8.1.2.1 and 8.2.3). At most 65,535 may be unanswered: then,
  /// and unless online, nothing is sent and 0 returned.
  std::uint32_t request(std::string_view type, std::string_view to, std::string_view payload, std::string& out);

  /// True if stream management counts: then every stanza that the owner writes past the stream is told to sent().
  bool is_managed() const;
  /// Less than `unacked_limit` stanzas are unacknowledged; always so without stream management.
  bool has_room() const;
  /// Counts and keeps one stanza; at times adds a request for acknowledgement to `out`, to be sent behind it.
  void sent(std::string_view stanza, std::string& out);
  /// After `failed`: the session for another stream's resume(), or null if it cannot be resumed.
  std::unique_ptr<ManagedSession> take_session();

  /// Says unavailable and </stream:stream>; `closed` comes when the peer has closed too.
  void close(std::string& out);

  Stage stage() const;
  bool is_online() const;
  const Failure& failure() const;  ///< valid after `failed`
  std::string_view jid() const;    ///< the full JID the server bound; empty before
  /// Our own SASL computations (PBKDF2) as HMAC rounds; none where a cache had the keys.
  std::uint64_t sasl_rounds() const;

 private:
  struct Login;  // only while logging in
  struct Impl;   // stream/detail/client_impl.hpp
  std::unique_ptr<Impl> impl_;
};

}  // namespace squall::xmpp
