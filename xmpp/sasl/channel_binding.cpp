#include "xmpp/sasl/channel_binding.hpp"

namespace squall::xmpp::sasl {

std::string_view to_string(BindingType type) {
  switch (type) {
    case BindingType::tls_exporter:
      return "tls-exporter";
    case BindingType::tls_unique:
      return "tls-unique";
    case BindingType::tls_server_end_point:
      return "tls-server-end-point";
  }
  return {};
}

std::optional<BindingType> binding_type(std::string_view name) {
  for (const auto type : binding_types) {
    if (to_string(type) == name) return type;
  }
  return std::nullopt;
}

std::string_view octets_of(const ChannelBinding& binding, BindingType type) {
  switch (type) {
    case BindingType::tls_exporter:
      return binding.tls_exporter;
    case BindingType::tls_unique:
      return binding.is_tls13 ? std::string_view{} : std::string_view{binding.tls_unique};
    case BindingType::tls_server_end_point:
      return binding.tls_server_end_point;
  }
  return {};
}

std::string Gs2::header() const {
  if (!type) return std::string{flag}.append(",,");
  return std::string{"p="}.append(to_string(*type)).append(",,");
}

}  // namespace squall::xmpp::sasl
