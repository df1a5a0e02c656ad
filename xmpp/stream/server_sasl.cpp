#include <algorithm>
#include <utility>

#include "xmpp/jid.hpp"
#include "xmpp/namespaces.hpp"
#include "xmpp/sasl/base64.hpp"
#include "xmpp/stream/detail/server_impl.hpp"
#include "xmpp/stream/errors.hpp"
#include "xmpp/stream/header.hpp"
#include "xmpp/xml.hpp"

// Authentication. Spec: RFC 6120 section 6; XEP-0388 (SASL 2), XEP-0386 (Bind 2), XEP-0440 (channel bindings).

namespace squall::xmpp {
namespace {

using Reaction = std::optional<ServerEvent>;

constexpr std::size_t max_response_bytes = 10000;  // base64: room for a password of 5,000 bytes and a long name

void append_sasl(std::string& out, std::string_view ns, std::string_view element, std::string_view data) {
  out.append("<").append(element).append(" xmlns='").append(ns).append("'>");
  sasl::append_base64(out, data);
  out.append("</").append(element).append(">");
}

bool has_binding(const sasl::ChannelBinding& binding) {
  return std::any_of(sasl::binding_types.begin(), sasl::binding_types.end(),
                     [&](sasl::BindingType type) { return !octets_of(binding, type).empty(); });
}

}  // namespace

bool ServerStream::Impl::offers(sasl::Mechanism mechanism) const {
  if (std::find(config->mechanisms.begin(), config->mechanisms.end(), mechanism) == config->mechanisms.end()) {
    return false;
  }
  if (is_plus(mechanism)) return login->secured && has_binding(login->binding);
  if (mechanism == sasl::Mechanism::external) return login->secured && !login->binding.client_identity.empty();
  return !is_iq_auth(mechanism);
}

bool ServerStream::Impl::offers_plus() const {
  const auto& all = config->mechanisms;
  return std::any_of(all.begin(), all.end(), [&](sasl::Mechanism m) { return is_plus(m) && offers(m); });
}

void ServerStream::Impl::append_mechanisms(std::string& out) const {
  const auto& all = config->mechanisms;
  if (std::none_of(all.begin(), all.end(), [&](sasl::Mechanism m) { return offers(m); })) return;
  out.append("<mechanisms xmlns='").append(ns::sasl).append("'>");
  for (const auto mechanism : all) {
    if (offers(mechanism)) out.append("<mechanism>").append(sasl::to_string(mechanism)).append("</mechanism>");
  }
  out += "</mechanisms>";
}

void ServerStream::Impl::append_bindings(std::string& out) const {
  out.append("<sasl-channel-binding xmlns='").append(ns::channel_bindings).append("'>");
  for (const auto type : sasl::binding_types) {
    if (octets_of(login->binding, type).empty()) continue;
    out.append("<channel-binding type='").append(to_string(type)).append("'/>");
  }
  out += "</sasl-channel-binding>";
}

void ServerStream::Impl::append_authentication(std::string& out) const {
  out.append("<authentication xmlns='").append(ns::sasl2).append("'>");
  for (const auto mechanism : config->mechanisms) {
    if (offers(mechanism)) out.append("<mechanism>").append(sasl::to_string(mechanism)).append("</mechanism>");
  }
  out.append("<inline><bind xmlns='").append(ns::bind2).append("'><inline>");
  if (config->stream_management) out.append("<feature var='").append(ns::stream_management).append("'/>");
  if (config->client_state) out.append("<feature var='").append(ns::client_state).append("'/>");
  out += "</inline></bind></inline></authentication>";
}

std::string_view ServerStream::Impl::sasl_ns() const {
  return login->sasl2 ? ns::sasl2 : ns::sasl;
}

Reaction ServerStream::Impl::on_auth(const parsers::Element& element, std::string& out) {
  if (state == ServerState::sasl) return fail_auth("malformed-request", out);
  login->sasl2 = false;
  std::string scratch;
  const auto wanted = sasl::mechanism(element.attribute("mechanism").view(scratch));
  if (lacks_required_tls()) return fail_auth("encryption-required", out);
  if (!wanted || !offers(*wanted)) return fail_auth("invalid-mechanism", out);
  begin_mechanism(*wanted);
  const auto text = element.text(scratch);
  return text.empty() ? challenge_first(out) : respond(text, out);
}

Reaction ServerStream::Impl::on_authenticate(const parsers::Element& element, std::string& out) {
  if (state == ServerState::sasl) return fail_auth("malformed-request", out);
  login->sasl2 = true;
  std::string scratch;
  const auto wanted = sasl::mechanism(element.attribute("mechanism").view(scratch));
  if (lacks_required_tls()) return fail_auth("encryption-required", out);
  if (!wanted || !offers(*wanted)) return fail_auth("invalid-mechanism", out);
  read_inline(element);
  begin_mechanism(*wanted);
  const auto response = element.child(ns::sasl2, "initial-response");
  if (!response) return challenge_first(out);
  const auto text = response.text(scratch);
  return respond(text.empty() ? "=" : text, out);
}

/// What the client wants done along with its authentication; it has to be remembered until then.
void ServerStream::Impl::read_inline(const parsers::Element& authenticate) {
  const auto bind = authenticate.child(ns::bind2, "bind");
  login->wants_bind2 = static_cast<bool>(bind);
  const auto tag = bind ? bind.child(ns::bind2, "tag") : parsers::Element{};
  std::string scratch;
  login->tag = tag ? tag.text(scratch).substr(0, 64) : std::string_view{};
  login->wants_management = bind && config->stream_management && bind.child(ns::stream_management, "enable");
}

void ServerStream::Impl::begin_mechanism(sasl::Mechanism mechanism) {
  sasl::ServerContext context;
  context.credentials = config->credentials;
  context.domain = config->domain;
  context.salt_secret = config->salt_secret;
  context.iterations = config->scram_iterations;
  context.nonce = config->nonce();
  context.binding = login->secured ? &login->binding : nullptr;
  context.offers_plus = offers_plus();
  context.cache = config->scram_keys;
  login->mechanism = sasl::make_server_mechanism(mechanism, std::move(context));
}

/// There is no initial response: RFC 6120 section 6.4.2.
Reaction ServerStream::Impl::challenge_first(std::string& out) {
  if (login->mechanism->speaks_first()) return on_step(login->mechanism->respond({}), out);
  append_sasl(out, sasl_ns(), "challenge", {});
  state = ServerState::sasl;
  return std::nullopt;
}

Reaction ServerStream::Impl::on_response(const parsers::Element& element, std::string& out) {
  if (!login->mechanism) return fail_auth("malformed-request", out);
  std::string scratch;
  return respond(element.text(scratch), out);
}

Reaction ServerStream::Impl::respond(std::string_view text, std::string& out) {
  if (text.size() > max_response_bytes) return fail_auth("malformed-request", out);
  const auto data = text == "=" ? std::optional{std::string{}} : sasl::decode_base64(text);
  return data ? on_step(login->mechanism->respond(*data), out) : fail_auth("incorrect-encoding", out);
}

Reaction ServerStream::Impl::on_step(const sasl::ServerStep& step, std::string& out) {
  switch (step.kind) {
    case sasl::ServerStep::Kind::failure:
      return fail_auth(step.condition, out);
    case sasl::ServerStep::Kind::challenge:
      append_sasl(out, sasl_ns(), "challenge", step.data);
      state = ServerState::sasl;
      return std::nullopt;
    case sasl::ServerStep::Kind::success:
      break;
  }
  user = login->mechanism->user();
  login->mechanism.reset();
  return login->sasl2 ? succeed2(step.data, out) : succeed(step.data, out);
}

Reaction ServerStream::Impl::succeed(const std::string& data, std::string& out) {
  append_sasl(out, ns::sasl, "success", data);
  parser->reset();
  stream_id += 'r';  // RFC 6120 section 4.7.3: no id twice
  header_sent = false;
  state = ServerState::restart_header;
  return std::nullopt;
}

/// The stream goes on. With Bind 2 the success has to wait for the resource, which the server names.
Reaction ServerStream::Impl::succeed2(std::string data, std::string& out) {
  login->success_data = std::move(data);
  if (login->wants_bind2) {
    login->resource = login->tag.empty() ? stream_id : login->tag + "-" + stream_id;
    if (is_resourcepart(login->resource)) return ask_for_resource({}, BindForm::bind2);
  }
  append_success2(user + "@" + config->domain, false, out);
  return std::nullopt;
}

void ServerStream::Impl::append_success2(std::string_view name, bool is_bound, std::string& out) {
  out.append("<success xmlns='").append(ns::sasl2).append("'>");
  if (!login->success_data->empty()) {
    out.append("<additional-data>").append(sasl::base64(*login->success_data)).append("</additional-data>");
  }
  out += "<authorization-identifier>";
  xml::append_text(out, name);
  out += "</authorization-identifier>";
  if (is_bound) {
    out.append("<bound xmlns='").append(ns::bind2).append("'>");
    if (login->wants_management) out.append("<enabled xmlns='").append(ns::stream_management).append("'/>");
    out += "</bound>";
  }
  out += "</success>";
  if (is_bound && login->wants_management) received = 0;
  state = is_bound ? ServerState::bound : ServerState::unbound;
  send_features(out);
}

Reaction ServerStream::Impl::fail_auth(std::string_view condition, std::string& out) {
  out.append("<failure xmlns='").append(sasl_ns()).append("'><").append(condition);
  if (login->sasl2) out.append(" xmlns='").append(ns::sasl).append("'");
  out += "/></failure>";
  login->mechanism.reset();
  count_failure(condition, out);
  return std::nullopt;
}

void ServerStream::Impl::count_failure(std::string_view condition, std::string& out) {
  state = ServerState::auth;
  if (++login->failures < config->max_auth_attempts) return;
  append_stream_error(out, "policy-violation");
  out += stream_end;
  fail(session_errc::auth_failed, condition);
}

}  // namespace squall::xmpp
