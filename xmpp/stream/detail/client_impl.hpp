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

namespace squall::xmpp {

/// What the client waits for.
///
///     idle -> header -> features -+-> sasl -> restart_header -> restart_features -> bind -> [session] -> [roster]
///               ^                 |                                                              -> online
///               +--- tls_handshake <- tls_proceed
///
/// and from each of them to closing (we have closed), closed (both have) or failed.
enum class ClientState : std::uint8_t {
  idle,
  header,
  features,
  tls_proceed,
  tls_handshake,
  sasl,
  restart_header,
  restart_features,
  bind,
  session,
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
  bool session_required = false;
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

  // client_login.cpp: the steps up to binding
  void arm(TimePoint now);
  Reaction enter(Stage next_stage);
  Reaction on_header(const parsers::Element& header, TimePoint now, std::string& out);
  Reaction on_features(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction start_tls(TimePoint now, std::string& out);
  Reaction on_tls_answer(const parsers::Element& element, TimePoint now, std::string& out);
  std::optional<sasl::Mechanism> choose_mechanism(const Features& features) const;
  Reaction start_sasl(const Features& features, TimePoint now, std::string& out);
  Reaction on_sasl(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_challenge(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_success(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction fail_sasl(const sasl::SaslError& error, std::string& out);
  Reaction on_restart_features(const parsers::Element& element, TimePoint now, std::string& out);

  // client_stanzas.cpp: binding and after
  std::uint32_t request(std::string_view type, std::string_view to, std::string_view payload, std::string& out);
  void ask(ClientState next_state, std::string_view type, std::string_view payload, TimePoint now, std::string& out);
  Reaction on_stanza(const parsers::Element& element, TimePoint now, std::string& out);
  Reaction on_iq(const parsers::Element& iq, TimePoint now, std::string& out);
  void answer(const parsers::Element& iq, std::string& out);
  Reaction on_answer(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction on_login_answer(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction on_bound(const parsers::Element& iq, TimePoint now, std::string& out);
  Reaction go_on(TimePoint now, std::string& out);
  Reaction go_online(std::string& out);
  detail::OwnAddresses own() const;

  const ClientConfig* config;
  parsers::StreamParser parser;
  std::unique_ptr<Login> login;
  std::unique_ptr<Failure> why;
  std::string jid;
  detail::PendingRequests pending;
  std::uint64_t sasl_rounds = 0;
  ClientState state = ClientState::idle;
  Stage stage = Stage::stream;
  bool reported = false;  // the end of the session was told
  bool header_sent = false;
};

}  // namespace squall::xmpp
