#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parsers/stream/stream_parser.hpp"
#include "xmpp/sasl/client_mechanism.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stream/client_stream.hpp"
#include "xmpp/stream/detail/pending_requests.hpp"
#include "xmpp/stream/features.hpp"
#include "xmpp/stream/mechanism_choice.hpp"

namespace squall::xmpp {

/// What the client waits for.
///
///     idle -> header -> features -+-> sasl -> restart_header -> restart_features -+-> bind -> +
///               ^                 |     +---> (SASL 2) ----------> +              +-> resume -+-> online
///               |                 +-> iq_auth_fields -> iq_auth -> +
///               +-- tls_handshake <- tls_proceed                   v
///                                        [session] -> [management] -> [carbons] -> [roster] -> online
///
/// and from each of them to closing (we have closed), closed (both have) or failed.
enum class ClientState : std::uint8_t {
  idle,
  header,
  features,
  tls_proceed,
  tls_handshake,
  sasl,
  iq_auth_fields,  ///< XEP-0078: which fields the server wants
  iq_auth,
  restart_header,
  restart_features,
  resume,
  bind,
  session,
  management,
  carbons,
  roster,
  online,
  closing,
  closed,
  failed,
};

/// State that is freed once the session is online or over.
struct ClientStream::Login {
  Credentials credentials;
  std::string bare_jid;
  TimePoint deadline{};
  std::unique_ptr<sasl::ClientMechanism> mechanism;
  std::uint32_t request = 0;  // the IQ that is waited for
  sasl::ChannelBinding binding;
  bool secured = false;
  bool version_missing = false;
  bool sasl2 = false;    // the exchange speaks XEP-0388
  bool carbons = false;  // are on already
  Features features;     // those that came last
  std::string stream_id;
};

struct ClientStream::Impl {
  using Reaction = std::optional<ClientEvent>;  // nothing: go on with the next item

  Impl(const ClientConfig& the_config, Credentials credentials, parsers::Workspace& workspace);

  // client_stream.cpp: the stream itself
  ClientEvent next(TimePoint now, std::string& out);
  Reaction on_item(const parsers::Item& item, TimePoint now, std::string& out);
  Reaction on_element(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_peer_closed(std::string& out);
  Reaction on_xml_error(parsers::parse_errc code, std::string& out);
  Reaction on_stream_error(const PeerError& error, std::string& out);
  void open(TimePoint now, std::string& out, ClientState next_state);
  void close(std::string& out);
  ClientEvent report();
  void fail(session_errc code, std::string_view condition = {}, std::string_view text = {});
  Reaction fail_and_close(std::string& out, session_errc code, std::string_view condition = {},
                          std::string_view text = {});
  /// The stream is open in our direction: what we say now is heard.
  bool may_speak() const;
  bool is_over() const { return state == ClientState::closed || state == ClientState::failed; }

  // client_login.cpp: the steps up to authentication
  void arm(TimePoint now);
  Reaction enter(Stage next_stage);
  Reaction on_header(const parsers::Element& header, TimePoint now, std::string& out);
  Reaction on_features(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction start_tls(TimePoint now, std::string& out);
  Reaction on_tls_answer(const parsers::Element& element, TimePoint now, std::string& out);
  std::optional<MechanismChoice> choose(const MechanismOffer& offer) const;
  Reaction start_auth(TimePoint now, std::string& out);
  Reaction on_restart_features(const parsers::Element& element, TimePoint now, std::string& out);

  // client_sasl.cpp: SASL, and SASL 2 with what goes on within it
  Reaction start_sasl(const MechanismChoice& choice, TimePoint now, std::string& out);
  void append_auth(const MechanismChoice& choice, std::string& out) const;
  void append_authenticate(const MechanismChoice& choice, std::string& out) const;
  std::string_view sasl_ns() const;
  Reaction on_sasl(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_challenge(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_failure(const parsers::Element& element, std::string& out);
  Reaction on_success(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_success2(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_bound2(const parsers::Element& success, const parsers::Element& bound, TimePoint now, std::string& out);
  std::optional<sasl::SaslError> finish_mechanism(const parsers::Element& data);
  Reaction fail_sasl(const sasl::SaslError& error, std::string& out);

  // client_iq_auth.cpp: XEP-0078
  Reaction start_iq_auth(TimePoint now, std::string& out);
  Reaction on_iq_auth_fields(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction on_iq_auth_answer(TimePoint now, std::string& out);

  // client_management.cpp: XEP-0198
  void manage(const parsers::Element& enabled);
  bool start_resume(TimePoint now, std::string& out);
  Reaction on_management(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_management_answer(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_ack(const parsers::Element& ack, std::string& out);
  Reaction on_resumed(const parsers::Element& resumed, std::string& out);
  /// What stands in `out` from `mark` on is one stanza that was sent.
  void count_sent(std::string& out, std::size_t mark);
  void note_sent(std::string_view stanza, std::string& out);
  std::unique_ptr<ManagedSession> take_session();

  // client_stanzas.cpp: binding and after
  std::uint32_t request(std::string_view type, std::string_view to, std::string_view payload, std::string& out);
  Reaction ask_to_bind(TimePoint now, std::string& out);
  void ask(ClientState next_state, std::string_view type, std::string_view payload, TimePoint now, std::string& out);
  Reaction on_stanza(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_iq(const parsers::Element& iq, TimePoint now, std::string& out);
  void answer(const parsers::Element& iq, std::string& out);
  Reaction on_answer(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction on_login_answer(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction on_bound(const parsers::Element& iq, TimePoint now, std::string& out);
  bool is_carbon(const parsers::Element& message) const;
  Reaction use_jid(std::string_view text, TimePoint now, std::string& out);
  Reaction go_on(TimePoint now, std::string& out);
  bool ask_next(TimePoint now, std::string& out);
  Reaction go_online(std::string& out, bool resumed = false);
  detail::OwnAddresses own() const;

  const ClientConfig* config;
  parsers::StreamParser parser;
  std::unique_ptr<Login> login;
  std::unique_ptr<Failure> why;
  std::unique_ptr<ManagedSession> managed;    // counted now
  std::unique_ptr<ManagedSession> resumable;  // to be resumed
  std::string jid;
  detail::PendingRequests pending;
  std::uint64_t sasl_rounds = 0;
  ClientState state = ClientState::idle;
  Stage stage = Stage::stream;
  bool reported = false;  // the end of the session was told
  bool header_sent = false;
};

}  // namespace squall::xmpp
