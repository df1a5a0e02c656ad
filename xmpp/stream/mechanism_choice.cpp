#include "xmpp/stream/mechanism_choice.hpp"

#include <algorithm>

namespace squall::xmpp {
namespace {

using sasl::BindingType;

bool is_listed(const Features& features, BindingType type) {
  return std::find(features.bindings.begin(), features.bindings.end(), type) != features.bindings.end();
}

/// True if a server that offers -PLUS is likely to accept it.
bool is_likely(const Features& features, const sasl::ChannelBinding& binding, BindingType type) {
  if (features.lists_bindings && !is_listed(features, type)) return false;
  if (binding.is_tls13) return type == BindingType::tls_exporter && features.lists_bindings;
  return features.lists_bindings || type != BindingType::tls_exporter;
}

std::optional<BindingType> usable_binding(const Features& features, const ConnectionSecurity& connection,
                                          bool is_forced) {
  if (!connection.secured) return std::nullopt;
  std::optional<BindingType> last_resort;
  for (const auto type : sasl::binding_types) {
    if (octets_of(connection.binding, type).empty()) continue;
    if (is_likely(features, connection.binding, type)) return type;
    if (!last_resort && is_forced) last_resort = type;
  }
  return last_resort;
}

bool is_safe(sasl::Mechanism mechanism, const ConnectionSecurity& connection) {
  return !sends_password(mechanism) || connection.secured || connection.may_be_clear;
}

}  // namespace

std::optional<MechanismChoice> choose_mechanism(const sasl::Policy& policy, const MechanismOffer& offer,
                                                const Features& features, const ConnectionSecurity& connection) {
  const auto& allowed = policy.allowed;
  const auto binding = usable_binding(features, connection, allowed.size() == 1);
  const bool would_bind = binding && std::any_of(allowed.begin(), allowed.end(), sasl::is_plus);
  for (const auto mechanism : allowed) {
    const bool is_offered = std::find(offer.known.begin(), offer.known.end(), mechanism) != offer.known.end();
    if (!is_offered || !is_safe(mechanism, connection)) continue;
    if (!is_plus(mechanism)) return MechanismChoice{mechanism, {would_bind && !offer.has_plus ? 'y' : 'n', {}, {}}};
    if (!binding) continue;
    return MechanismChoice{mechanism, {'p', binding, std::string{octets_of(connection.binding, *binding)}}};
  }
  return std::nullopt;
}

}  // namespace squall::xmpp
