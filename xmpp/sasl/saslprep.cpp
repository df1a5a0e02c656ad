#include "xmpp/sasl/saslprep.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <gsasl.h>

namespace squall::xmpp::sasl {
namespace {

bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

struct Free {
  void operator()(char* memory) const { gsasl_free(memory); }
};

}  // namespace

std::optional<std::string> saslprep(std::string_view text, Unassigned unassigned) {
  if (text.empty() || text.find('\0') != std::string_view::npos) return std::nullopt;
  if (is_printable_ascii(text)) return std::string{text};
  const auto flags = unassigned == Unassigned::allowed ? GSASL_ALLOW_UNASSIGNED : Gsasl_saslprep_flags{};
  char* prepared = nullptr;
  const int status = gsasl_saslprep(std::string{text}.c_str(), flags, &prepared, nullptr);
  const std::unique_ptr<char, Free> owner{prepared};
  if (status != GSASL_OK || *prepared == '\0') return std::nullopt;
  return std::string{prepared};
}

}  // namespace squall::xmpp::sasl
