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

void read_mechanisms(const parsers::Element& mechanisms, Features& features) {
  std::string scratch;
  for (const auto child : mechanisms.children()) {
    if (!child.is(ns::sasl, "mechanism")) continue;
    const auto name = child.text(scratch);
    append_name(features.mechanism_names, name);
    if (const auto known = sasl::mechanism(name)) features.mechanisms.push_back(*known);
  }
}

}  // namespace

Features read_features(const parsers::Element& features) {
  Features result;
  bool sasl = false;
  for (const auto child : features.children()) {
    if (child.is(ns::tls, "starttls")) {
      result.starttls = true;
      result.starttls_required = static_cast<bool>(child.child(ns::tls, "required"));
    } else if (child.is(ns::sasl, "mechanisms")) {
      sasl = true;
      read_mechanisms(child, result);
    } else if (child.is(ns::bind, "bind")) {
      result.bind = true;
    } else if (child.is(ns::session, "session")) {
      result.session_required = !child.child(ns::session, "optional");
    }
  }
  if (result.starttls && !sasl && !result.bind) result.starttls_required = true;
  return result;
}

}  // namespace squall::xmpp
