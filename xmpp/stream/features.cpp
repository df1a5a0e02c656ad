#include "xmpp/stream/features.hpp"

#include "xmpp/namespaces.hpp"

namespace squall::xmpp {
namespace {

constexpr std::size_t max_names_bytes = 256;

void append_name(std::string& names, std::string_view name) {
  if (names.size() + name.size() + 1 > max_names_bytes) return;
  if (!names.empty()) names += ' ';
  names += name;
}

MechanismOffer read_mechanisms(const parsers::Element& parent, std::string_view ns) {
  MechanismOffer offer;
  std::string scratch;
  for (const auto child : parent.children()) {
    if (!child.is(ns, "mechanism")) continue;
    const auto name = child.text(scratch);
    append_name(offer.names, name);
    if (name.ends_with("-PLUS")) offer.has_plus = true;
    const auto known = sasl::mechanism(name);
    if (known && !sasl::is_iq_auth(*known)) offer.known.push_back(*known);
  }
  return offer;
}

/// Both forms: which of them is offered, the fields say later.
void add_iq_auth(MechanismOffer& offer) {
  append_name(offer.names, "iq-auth");
  offer.known.push_back(sasl::Mechanism::iq_auth_digest);
  offer.known.push_back(sasl::Mechanism::iq_auth_plain);
}

void read_bindings(const parsers::Element& list, Features& features) {
  features.lists_bindings = true;
  std::string scratch;
  for (const auto child : list.children()) {
    if (!child.is(ns::channel_bindings, "channel-binding")) continue;
    if (const auto type = sasl::binding_type(child.attribute("type").view(scratch))) features.bindings.push_back(*type);
  }
}

/// What can be asked for while binding: XEP-0386 section 4.
void read_inline_bind(const parsers::Element& bind, Features& features) {
  features.inline_bind = true;
  const auto list = bind.child(ns::bind2, "inline");
  if (!list) return;
  for (const auto child : list.children()) {
    const auto var = child.attribute("var");
    if (var == ns::stream_management) features.inline_management = true;
    if (var == ns::carbons) features.inline_carbons = true;
    if (var == ns::client_state) features.inline_client_state = true;
  }
}

void read_sasl2(const parsers::Element& authentication, Features& features) {
  features.sasl2 = read_mechanisms(authentication, ns::sasl2);
  const auto list = authentication.child(ns::sasl2, "inline");
  if (!list) return;
  if (const auto bind = list.child(ns::bind2, "bind")) read_inline_bind(bind, features);
  features.inline_resume = static_cast<bool>(list.child(ns::stream_management, "sm"));
}

void read_feature(const parsers::Element& child, Features& result) {
  if (child.is(ns::tls, "starttls")) {
    result.starttls = true;
    result.starttls_required = static_cast<bool>(child.child(ns::tls, "required"));
  } else if (child.is(ns::sasl, "mechanisms")) {
    result.sasl = read_mechanisms(child, ns::sasl);
  } else if (child.is(ns::sasl2, "authentication")) {
    read_sasl2(child, result);
  } else if (child.is(ns::channel_bindings, "sasl-channel-binding")) {
    read_bindings(child, result);
  } else if (child.is(ns::bind, "bind")) {
    result.bind = true;
  } else if (child.is(ns::session, "session")) {
    result.session_required = !child.child(ns::session, "optional");
  } else if (child.is(ns::stream_management, "sm")) {
    result.stream_management = true;
  } else if (child.is(ns::client_state, "csi")) {
    result.client_state = true;
  }
}

}  // namespace

Features read_features(const parsers::Element& features) {
  Features result;
  for (const auto child : features.children()) read_feature(child, result);
  const bool can_log_in =
      features.child(ns::sasl, "mechanisms") || features.child(ns::sasl2, "authentication") || result.bind;
  if (features.child(ns::iq_auth_feature, "auth")) add_iq_auth(result.sasl);
  if (result.starttls && !can_log_in) result.starttls_required = true;
  return result;
}

}  // namespace squall::xmpp
