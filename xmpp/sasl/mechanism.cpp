#include "xmpp/sasl/mechanism.hpp"

#include <array>

namespace squall::xmpp::sasl {
namespace {

constexpr std::array<std::string_view, 3> names{"PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256"};

}  // namespace

std::string_view to_string(Mechanism mechanism) {
  return names[static_cast<std::size_t>(mechanism)];
}

std::optional<Mechanism> mechanism(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Mechanism>(i);
  }
  return std::nullopt;
}

}  // namespace squall::xmpp::sasl
