#include "xmpp/jid.hpp"

#include <algorithm>

namespace squall::xmpp {
namespace {

constexpr std::size_t max_part_bytes = 1023;

constexpr bool is_control_or_space(unsigned char c) {
  return c <= 0x20 || c == 0x7F;
}

/// RFC 7622 section 3.3.1.
bool is_local(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return is_control_or_space(c) || std::string_view{"\"&'/:<>@"}.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool is_domain(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return is_control_or_space(c) || std::string_view{"\"&'/<>@"}.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

/// RFC 7622 section 3.4.1: OpaqueString, so white space is legal and control characters are not.
bool is_resource(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

bool has_legal_size(std::string_view part) {
  return !part.empty() && part.size() <= max_part_bytes;
}

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool equal_domains(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

}  // namespace

std::optional<Jid> Jid::parse(std::string_view text) {
  Jid jid;
  const auto slash = text.find('/');
  jid.bare_ = text.substr(0, slash);
  if (slash != std::string_view::npos) {
    jid.resource_ = text.substr(slash + 1);
    if (!has_legal_size(jid.resource_) || !is_resource(jid.resource_)) return std::nullopt;
  }
  const auto at = jid.bare_.find('@');
  if (at != std::string_view::npos) {
    jid.local_ = jid.bare_.substr(0, at);
    if (!has_legal_size(jid.local_) || !is_local(jid.local_)) return std::nullopt;
  }
  jid.domain_ = at == std::string_view::npos ? jid.bare_ : jid.bare_.substr(at + 1);
  if (!has_legal_size(jid.domain_) || !is_domain(jid.domain_)) return std::nullopt;
  return jid;
}

bool same_bare(std::string_view a, std::string_view b) {
  const auto x = Jid::parse(a);
  const auto y = Jid::parse(b);
  return x && y && x->local() == y->local() && equal_domains(x->domain(), y->domain());
}

bool same_jid(std::string_view a, std::string_view b) {
  const auto x = Jid::parse(a);
  const auto y = Jid::parse(b);
  return x && y && x->local() == y->local() && x->resource() == y->resource() &&
         equal_domains(x->domain(), y->domain());
}

bool is_resourcepart(std::string_view text) {
  return has_legal_size(text) && is_resource(text);
}

}  // namespace squall::xmpp
