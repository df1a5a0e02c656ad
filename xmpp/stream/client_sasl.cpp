#include <utility>

#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/base64.hpp"
#include "xmpp/stream/detail/client_impl.hpp"
#include "xmpp/xml.hpp"

// Authentication. Spec: RFC 6120 section 6; XEP-0388 (SASL 2), XEP-0386 (Bind 2).

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ClientEvent>;

constexpr std::size_t max_challenge_bytes = 4096;  // base64

void append_sasl(std::string& out, std::string_view ns, std::string_view element, std::string_view data) {
  out.append("<").append(element).append(" xmlns='").append(ns);
  if (data.empty()) {
    out += "'/>";
  } else {
    out.append("'>").append(sasl::base64(data)).append("</").append(element).append(">");
  }
}

/// Data of a challenge or success: base64, or "=" for none of it. Nothing if it is not that.
std::optional<std::string> sasl_data(std::string_view text) {
  if (text == "=" || text.empty()) return std::string{};
  return text.size() > max_challenge_bytes ? std::nullopt : sasl::decode_base64(text);
}

session_errc code_of(sasl::sasl_errc code) {
  switch (code) {
    case sasl::sasl_errc::challenge_invalid:
      return session_errc::challenge_invalid;
    case sasl::sasl_errc::iterations_not_accepted:
      return session_errc::protocol_limit;
    case sasl::sasl_errc::not_verified:
      return session_errc::server_not_verified;
    case sasl::sasl_errc::rejected:
      return session_errc::auth_failed;
  }
  return session_errc::challenge_invalid;
}

}  // namespace

std::string_view ClientStream::Impl::sasl_ns() const {
  return login->sasl2 ? ns::sasl2 : ns::sasl;
}

Reaction ClientStream::Impl::start_sasl(const MechanismChoice& choice, TimePoint now, std::string& out) {
  sasl::ClientContext context;
  context.user = login->credentials.user;
  context.password = login->credentials.password;
  context.domain = config->domain;
  context.min_iterations = config->sasl.min_iterations;
  context.max_iterations = config->sasl.max_iterations;
  context.gs2 = choice.gs2;
  context.nonce = config->nonce();
  context.cache = config->scram_keys;
  login->mechanism = sasl::make_client_mechanism(choice.mechanism, std::move(context));
  if (!login->mechanism) return fail_and_close(out, session_errc::credentials_invalid);
  login->sasl2 ? append_authenticate(choice, out) : append_auth(choice, out);
  state = ClientState::sasl;
  arm(now);
  return enter(Stage::auth);
}

void ClientStream::Impl::append_auth(const MechanismChoice& choice, std::string& out) const {
  out.append("<auth xmlns='").append(ns::sasl).append("' mechanism='").append(to_string(choice.mechanism));
  if (!login->mechanism->has_initial_response()) {
    out += "'/>";
    return;
  }
  const auto response = login->mechanism->initial_response();
  out.append("'>").append(response.empty() ? "=" : sasl::base64(response)).append("</auth>");
}

void ClientStream::Impl::append_authenticate(const MechanismChoice& choice, std::string& out) const {
  const auto& features = login->features;
  out.append("<authenticate xmlns='").append(ns::sasl2).append("' mechanism='").append(to_string(choice.mechanism));
  out += "'>";
  if (login->mechanism->has_initial_response()) {
    out.append("<initial-response>").append(sasl::base64(login->mechanism->initial_response()));
    out += "</initial-response>";
  }
  if (resumable && features.inline_resume) append_resume(out, *resumable);
  if (features.inline_bind) {
    out.append("<bind xmlns='").append(ns::bind2).append("'><tag>Squall</tag>");
    if (config->stream_management && features.inline_management) append_enable(out);
    if (config->carbons && features.inline_carbons) out.append("<enable xmlns='").append(ns::carbons).append("'/>");
    out += "</bind>";
  }
  out += "</authenticate>";
}

Reaction ClientStream::Impl::on_sasl(const parsers::Element& element, TimePoint now, std::string& out) {
  if (element.is(sasl_ns(), "challenge")) return on_challenge(element, now, out);
  if (element.is(sasl_ns(), "failure")) return on_failure(element, out);
  if (element.is(sasl_ns(), "success")) {
    return login->sasl2 ? on_success2(element, now, out) : on_success(element, now, out);
  }
  return fail_and_close(out, session_errc::unexpected_element);
}

Reaction ClientStream::Impl::on_failure(const parsers::Element& element, std::string& out) {
  auto error = read_conditions(element, ns::sasl);
  if (const auto text = element.child(ns::sasl2, "text")) {
    std::string scratch;
    error.text = text.text(scratch);
  }
  return fail_and_close(out, session_errc::auth_failed, error.condition, error.text);
}

Reaction ClientStream::Impl::on_challenge(const parsers::Element& element, TimePoint now, std::string& out) {
  std::string scratch;
  const auto challenge = sasl_data(element.text(scratch));
  if (!challenge) return fail_sasl({sasl::sasl_errc::challenge_invalid, {}}, out);
  const auto response = login->mechanism->respond(*challenge);
  sasl_rounds = login->mechanism->rounds();
  if (!response) return fail_sasl(response.error(), out);
  append_sasl(out, sasl_ns(), "response", *response);
  arm(now);
  return std::nullopt;
}

/// `data`: the element that may hold the last word of the mechanism, or none.
std::optional<sasl::SaslError> ClientStream::Impl::finish_mechanism(const parsers::Element& data) {
  std::string scratch;
  const auto text = data ? data.text(scratch) : std::string_view{};
  const auto octets = sasl_data(text);
  if (!octets) return sasl::SaslError{sasl::sasl_errc::not_verified, {}};
  auto error = login->mechanism->finish(text.empty() ? std::nullopt : std::optional<std::string_view>{*octets});
  login->mechanism.reset();
  return error;
}

Reaction ClientStream::Impl::on_success(const parsers::Element& element, TimePoint now, std::string& out) {
  if (const auto error = finish_mechanism(element)) return fail_and_close(out, code_of(error->code), error->text);
  parser.reset();
  open(now, out, ClientState::restart_header);
  return enter(Stage::bind);
}

/// The stream goes on; it is bound or resumed already if the server did what was asked for inline.
Reaction ClientStream::Impl::on_success2(const parsers::Element& element, TimePoint now, std::string& out) {
  if (const auto error = finish_mechanism(element.child(ns::sasl2, "additional-data"))) {
    return fail_and_close(out, code_of(error->code), error->text);
  }
  const auto resumed = element.child(ns::stream_management, "resumed");
  if (resumed && resumable) return on_resumed(resumed, out);
  if (const auto bound = element.child(ns::bind2, "bound")) return on_bound2(element, bound, now, out);
  state = ClientState::restart_features;
  arm(now);
  return enter(Stage::bind);
}

Reaction ClientStream::Impl::on_bound2(const parsers::Element& success, const parsers::Element& bound, TimePoint now,
                                       std::string& out) {
  resumable.reset();
  if (const auto enabled = bound.child(ns::stream_management, "enabled")) manage(enabled);
  login->carbons = config->carbons && login->features.inline_carbons;
  login->features.client_state = login->features.inline_client_state;
  stage = Stage::bind;
  state = ClientState::bind;
  std::string scratch;
  const auto name = success.child(ns::sasl2, "authorization-identifier");
  return use_jid(name ? name.text(scratch) : std::string_view{}, now, out);
}

Reaction ClientStream::Impl::fail_sasl(const sasl::SaslError& error, std::string& out) {
  out.append("<abort xmlns='").append(sasl_ns()).append("'/>");
  const bool is_word_of_peer = error.code == sasl::sasl_errc::rejected;
  return fail_and_close(out, code_of(error.code), is_word_of_peer ? error.text : std::string{},
                        is_word_of_peer ? std::string{} : error.text);
}

}  // namespace squall::xmpp
