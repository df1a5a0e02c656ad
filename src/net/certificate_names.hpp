#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <openssl/x509.h>

namespace squall::net {

/// The names in a certificate's subjectAltName that only XMPP has. Any of them may be of several.
/// Spec: RFC 6120 section 13.7.1.4 (id-on-xmppAddr), RFC 4985 (SRVName)
struct XmppNames {
  std::vector<std::string> addresses;  ///< bare JIDs, or domains
  std::vector<std::string> services;   ///< such as `_xmpp-client.example.org`
};
/// Names with a NUL are left out.
XmppNames xmpp_names(const X509& certificate);

/// The subject's common name in UTF-8; empty if there is none, or it has a NUL.
std::string common_name(const X509& certificate);

/// True if the certificate is for the XMPP domain by one of those names, letters compared without regard to case.
bool names_domain(const X509& certificate, std::string_view domain);

}  // namespace squall::net
