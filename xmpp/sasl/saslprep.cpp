#include "xmpp/sasl/saslprep.hpp"

#include <algorithm>
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

std::optional<std::string> prepare(const std::string& text, Gsasl_saslprep_flags flags) {
  char* prepared = nullptr;
  const int status = gsasl_saslprep(text.c_str(), flags, &prepared, nullptr);
  const std::unique_ptr<char, Free> owner{prepared};
  if (status != GSASL_OK || *prepared == '\0') return std::nullopt;
  return std::string{prepared};
}

/// GNU SASL 2.2 takes its flag the wrong way round, so it is asked what it means by it.
Gsasl_saslprep_flags flags_for(Unassigned unassigned) {
  static const bool is_as_documented = prepare("\u0221", GSASL_ALLOW_UNASSIGNED).has_value();
  const bool sets_flag = (unassigned == Unassigned::allowed) == is_as_documented;
  return sets_flag ? GSASL_ALLOW_UNASSIGNED : Gsasl_saslprep_flags{};
}

}  // namespace

std::optional<std::string> saslprep(std::string_view text, Unassigned unassigned) {
  if (text.empty() || text.find('\0') != std::string_view::npos) return std::nullopt;
  if (is_printable_ascii(text)) return std::string{text};
  return prepare(std::string{text}, flags_for(unassigned));
}

}  // namespace squall::xmpp::sasl
