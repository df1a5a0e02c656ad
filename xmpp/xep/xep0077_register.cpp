#include "xmpp/xep/xep0077_register.hpp"

#include "xmpp/namespaces.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stanza/iq.hpp"
#include "xmpp/stream/header.hpp"
#include "xmpp/xml.hpp"

namespace squall::xmpp::xep0077 {
namespace {

constexpr std::string_view request_id = "register";

void append_field(std::string& out, std::string_view name, std::string_view value) {
  out.append("<").append(name).append(">");
  xml::append_text(out, value);
  out.append("</").append(name).append(">");
}

/// jabberd2 says no more than the code of old, sometimes.
bool is_conflict(const parsers::Element& iq, const PeerError& error) {
  return error.condition == "conflict" || iq.child(ns::client, "error").attribute("code") == "409";
}

}  // namespace

std::string registration(std::string_view user, std::string_view password) {
  std::string query = "<query xmlns='jabber:iq:register'>";
  append_field(query, "username", user);
  append_field(query, "password", password);
  return query + "</query>";
}

RegisterStream::RegisterStream(const ClientConfig& config, std::string_view user, std::string_view password,
                               parsers::Workspace& workspace)
    : config_(config),
      user_(user),
      password_(password),
      parser_(parsers::make_parser(parsers::ParserKind::stream, config.limits, workspace)) {}

void RegisterStream::start(TimePoint now, std::string& out, bool secured) {
  secured_ = secured;
  append_header(out, {.to = config_.domain});
  expect(State::header, now);
}

void RegisterStream::tls_established(TimePoint now, std::string& out) {
  if (state_ == State::over) return;
  parser_->discard();
  start(now, out, true);
}

void RegisterStream::expect(State state, TimePoint now) {
  state_ = state;
  deadline_ = now + config_.step_timeout;
}

RegisterEvent RegisterStream::next(TimePoint now, std::string& out) {
  while (state_ != State::over) {
    const auto item = parser_->next();
    if (item.kind == parsers::ItemKind::need_more) return RegisterEvent::need_more;
    if (const Reaction event = on_item(item, now, out)) return *event;
  }
  return failure_ ? RegisterEvent::failed : RegisterEvent::need_more;
}

RegisterStream::Reaction RegisterStream::on_item(const parsers::Item& item, TimePoint now, std::string& out) {
  switch (item.kind) {
    case parsers::ItemKind::stream_open:
      if (!is_stream_header(item.element)) return fail(Stage::stream, session_errc::not_xmpp);
      if (!has_supported_version(item.element)) return fail(Stage::stream, session_errc::unsupported_version);
      expect(State::features, now);
      return std::nullopt;
    case parsers::ItemKind::stanza:
      return on_element(item.element, now, out);
    case parsers::ItemKind::stream_close:
      return fail(stage(), session_errc::stream_closed);
    case parsers::ItemKind::error:
      return fail(stage(), session_errc::xml_error);
    case parsers::ItemKind::need_more:
      break;
  }
  return std::nullopt;
}

RegisterStream::Reaction RegisterStream::on_element(const parsers::Element& element, TimePoint now, std::string& out) {
  if (element.ns() == ns::streams && element.local() == "error") {
    const PeerError error = read_conditions(element, ns::stream_errors);
    return fail(stage(), session_errc::stream_error, error.condition, error.text);
  }
  if (state_ == State::features) return on_features(element, now, out);
  if (state_ == State::answer) return on_answer(element);
  if (state_ != State::proceed || element.ns() != ns::tls) return fail(stage(), session_errc::unexpected_element);
  if (element.local() != "proceed") return fail(Stage::tls, session_errc::tls_failed);
  return RegisterEvent::start_tls;
}

RegisterStream::Reaction RegisterStream::on_features(const parsers::Element& features, TimePoint now,
                                                     std::string& out) {
  if (features.ns() != ns::streams || features.local() != "features") {
    return fail(Stage::stream, session_errc::unexpected_element);
  }
  const auto starttls = features.child(ns::tls, "starttls");
  if (!secured_ && config_.tls == TlsPolicy::required && !starttls) {
    return fail(Stage::tls, session_errc::tls_not_offered);
  }
  if (!secured_ && config_.tls == TlsPolicy::never && starttls && starttls.child(ns::tls, "required")) {
    return fail(Stage::tls, session_errc::tls_required);
  }
  if (!secured_ && config_.tls != TlsPolicy::never && starttls) {
    out.append("<starttls xmlns='").append(ns::tls).append("'/>");
    expect(State::proceed, now);
  } else {
    append_iq(out, "set", request_id, {}, registration(user_, password_));
    expect(State::answer, now);
  }
  return std::nullopt;
}

RegisterStream::Reaction RegisterStream::on_answer(const parsers::Element& iq) {
  if (iq.local() != "iq" || iq.attribute("id") != request_id || !is_answer(iq_type(iq))) return std::nullopt;
  const PeerError error = read_stanza_error(iq);
  existed_ = iq_type(iq) == IqType::error && is_conflict(iq, error);
  if (iq_type(iq) == IqType::error && !existed_) {
    return fail(Stage::auth, session_errc::auth_failed, error.condition, error.text);
  }
  state_ = State::over;
  return RegisterEvent::done;
}

RegisterEvent RegisterStream::fail(Stage stage, session_errc code, std::string condition, std::string text) {
  failure_ = {stage, code, condition.substr(0, 64), text.substr(0, 256)};
  state_ = State::over;
  return RegisterEvent::failed;
}

void RegisterStream::connection_lost(session_errc code, std::string_view text) {
  if (state_ != State::over) fail(stage(), code, {}, std::string(text));
}

std::optional<TimePoint> RegisterStream::deadline() const {
  if (state_ == State::over) return std::nullopt;
  return deadline_;
}

void RegisterStream::expire(TimePoint now) {
  if (state_ != State::over && now >= deadline_) fail(stage(), session_errc::timed_out);
}

Stage RegisterStream::stage() const {
  if (state_ == State::proceed) return Stage::tls;
  return state_ == State::answer ? Stage::auth : Stage::stream;
}

}  // namespace squall::xmpp::xep0077
