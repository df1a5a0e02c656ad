#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "xmpp/sasl/server_mechanism.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stream/server_stream.hpp"

namespace squall::xmpp {

/// What the server waits for.
///
///     header -> auth <-> sasl -> restart_header -> unbound -> binding -> bound
///       ^        |
///       +- tls_handshake
///
/// and from each of them to closing (we have closed), closed (both have) or failed.
enum class ServerState : std::uint8_t {
  header,
  auth,           ///< features are sent; <auth/> is due
  tls_handshake,  ///< <proceed/> is sent; the owner negotiates TLS
  sasl,           ///< a challenge is sent; <response/> is due
  restart_header,
  unbound,  ///< features are sent; the bind request is due
  binding,  ///< the owner is asked for a resource
  bound,
  closing,
  closed,
  failed,
};

/// In which words a resource was asked for.
enum class BindForm : std::uint8_t { iq, iq_auth, bind2 };

/// State that is freed once a resource is bound or the stream is over.
struct ServerStream::Login {
  std::unique_ptr<sasl::ServerMechanism> mechanism;
  sasl::ChannelBinding binding;
  std::string resource;
  std::string bind_id;
  BindForm bind_form = BindForm::iq;
  std::optional<std::string> success_data;  // of SASL 2, until the resource is known
  std::string tag;                          // Bind 2
  bool sasl2 = false;                       // the exchange speaks XEP-0388
  bool wants_bind2 = false;
  bool wants_management = false;
  bool secured = false;
  std::uint32_t failures = 0;
  TimePoint deadline{};
};

struct ServerStream::Impl {
  using Reaction = std::optional<ServerEvent>;  // nothing: go on with the next item

  Impl(const ServerConfig& the_config, std::string id, std::unique_ptr<parsers::Parser> the_parser);

  // server_stream.cpp: the stream itself
  ServerEvent next(std::string& out);
  Reaction on_item(const parsers::Item& item, std::string& out);
  Reaction on_element(const parsers::Item& item, std::string& out);
  Reaction on_peer_closed(std::string& out);
  ServerEvent report();
  void fail(session_errc code, std::string_view condition = {}, std::string_view text = {});
  Reaction fail_stream(std::string& out, session_errc code, std::string_view condition);
  void close_with(std::string_view condition, std::string& out);
  void close(std::string& out);
  bool may_speak() const { return state != ServerState::closing && state != ServerState::tls_handshake && !is_over(); }
  bool is_over() const { return state == ServerState::closed || state == ServerState::failed; }

  // server_login.cpp: header, features, TLS
  Reaction on_header(const parsers::Element& header, std::string& out);
  std::string_view header_fault(const parsers::Element& header) const;
  void send_header(std::string_view to, std::string& out);
  void send_features(std::string& out);
  bool lacks_required_tls() const;
  Reaction start_tls(std::string& out);
  void secure(sasl::ChannelBinding binding);
  Reaction on_login_element(const parsers::Element& element, std::string& out);

  // server_sasl.cpp: SASL and SASL 2
  bool offers(sasl::Mechanism mechanism) const;
  bool offers_plus() const;
  void append_mechanisms(std::string& out) const;
  void append_bindings(std::string& out) const;
  void append_authentication(std::string& out) const;
  std::string_view sasl_ns() const;
  Reaction on_authenticate(const parsers::Element& element, std::string& out);
  void read_inline(const parsers::Element& authenticate);
  void begin_mechanism(sasl::Mechanism mechanism);
  Reaction challenge_first(std::string& out);
  Reaction succeed(const std::string& data, std::string& out);
  Reaction succeed2(std::string data, std::string& out);
  void append_success2(std::string_view jid, bool is_bound, std::string& out);
  Reaction on_auth(const parsers::Element& element, std::string& out);
  Reaction on_response(const parsers::Element& element, std::string& out);
  Reaction respond(std::string_view text, std::string& out);
  Reaction on_step(const sasl::ServerStep& step, std::string& out);
  Reaction fail_auth(std::string_view condition, std::string& out);
  void count_failure(std::string_view condition, std::string& out);

  // server_iq_auth.cpp: what a client may ask before it is authenticated
  bool offers_iq_auth() const;
  Reaction on_early_iq(const parsers::Element& iq, std::string& out);
  Reaction on_iq_auth(const parsers::Element& iq, std::string& out);
  std::optional<std::string> proven_user(const parsers::Element& query) const;

  // server_stanzas.cpp: binding and after
  Reaction on_unbound(const parsers::Element& element, std::string& out);
  Reaction on_bind(const parsers::Element& iq, std::string& out);
  void bound(std::string_view full_jid, std::string& out);
  void refuse_bind(std::string_view condition, std::string& out);
  Reaction on_stanza(const parsers::Item& item, std::string& out);
  Reaction on_iq(const parsers::Item& item, std::string& out);
  /// True if it was an element of stream management or client state, and so is dealt with.
  bool on_extension(const parsers::Element& element, std::string& out);
  ServerEvent ask_for_resource(const parsers::Element& element, BindForm form);
  bool is_sent_by_us(const parsers::Text& from) const;
  bool is_for_server(const parsers::Text& to) const;

  const ServerConfig* config;
  std::unique_ptr<parsers::Parser> parser;
  std::unique_ptr<Login> login;
  std::unique_ptr<Failure> why;
  std::string stream_id;
  std::string user;
  std::string jid;
  std::optional<std::uint32_t> received;  // stanzas, once stream management is on
  ServerState state = ServerState::header;
  bool header_sent = false;
  bool reported = false;  // the end of the stream was told
};

}  // namespace squall::xmpp
