#include "src/scenario/scenario.hpp"

namespace squall::scenario {

std::string_view to_string(TlsMode mode) {
  switch (mode) {
    case TlsMode::off:
      return "off";
    case TlsMode::starttls:
      return "starttls";
    case TlsMode::required:
      return "required";
    case TlsMode::direct:
      return "direct";
  }
  return "unknown";
}

}  // namespace squall::scenario
