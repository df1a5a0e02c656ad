#include "src/net/certificate_names.hpp"

#include <algorithm>
#include <array>

#include "src/net/openssl_handle.hpp"

namespace squall::net {
namespace {

constexpr std::string_view xmpp_address_oid = "1.3.6.1.5.5.7.8.5";
constexpr std::string_view service_oid = "1.3.6.1.5.5.7.8.7";

using NamesHandle = std::unique_ptr<GENERAL_NAMES, OpensslFree<GENERAL_NAMES_free>>;

std::string oid_of(const ASN1_OBJECT* object) {
  std::array<char, 64> text{};
  OBJ_obj2txt(text.data(), text.size(), object, 1);
  return text.data();
}

std::string text_of(const ASN1_TYPE& value, int kind) {
  if (value.type != kind) return {};
  const ASN1_STRING* text = value.value.asn1_string;
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<std::size_t>(ASN1_STRING_length(text))};
}

void add(std::vector<std::string>& names, std::string name) {
  if (!name.empty() && name.find('\0') == std::string::npos) names.push_back(std::move(name));
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool has(const std::vector<std::string>& names, std::string_view wanted) {
  return std::any_of(names.begin(), names.end(), [wanted](const std::string& name) { return is_same(name, wanted); });
}

}  // namespace

XmppNames xmpp_names(const X509& certificate) {
  const NamesHandle all(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  XmppNames names;
  for (int i = 0; i < sk_GENERAL_NAME_num(all.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(all.get(), i);
    if (name->type != GEN_OTHERNAME) continue;
    const std::string oid = oid_of(name->d.otherName->type_id);
    if (oid == xmpp_address_oid) add(names.addresses, text_of(*name->d.otherName->value, V_ASN1_UTF8STRING));
    if (oid == service_oid) add(names.services, text_of(*name->d.otherName->value, V_ASN1_IA5STRING));
  }
  return names;
}

std::string common_name(const X509& certificate) {
  X509_NAME* subject = X509_get_subject_name(&certificate);
  const int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (at < 0) return {};
  unsigned char* bytes = nullptr;
  const int size = ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
  if (size < 0) return {};
  std::string name(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  OPENSSL_free(bytes);
  return name.find('\0') == std::string::npos ? name : std::string();
}

bool names_domain(const X509& certificate, std::string_view domain) {
  const XmppNames names = xmpp_names(certificate);
  return has(names.addresses, domain) || has(names.services, "_xmpp-client." + std::string(domain)) ||
         has(names.services, "_xmpps-client." + std::string(domain));
}

}  // namespace squall::net
