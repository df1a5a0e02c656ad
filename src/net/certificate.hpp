#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace squall::net {

/// A certificate and its private key, both PEM. The chain's other certificates, if any, follow in `certificate`.
struct Certificate {
  std::string certificate;
  std::string key;
};

/// What a certificate is to say.
struct CertificateRequest {
  std::string
      domain;  ///< a name or an address: subjectAltName; its first 64 bytes are the common name, too; may be empty
  std::vector<std::string> jids{};         ///< bare JIDs: id-on-xmppAddr of subjectAltName, for clients
  std::vector<std::string> services{};     ///< such as `_xmpp-client.example.org`: SRVName of subjectAltName
  std::chrono::seconds valid_from{-3600};  ///< from now
  std::chrono::seconds valid_until{30 * 86400};
  bool may_sign = false;                ///< is a CA
  const Certificate* issuer = nullptr;  ///< null: signed by itself
};

/// Makes a key (P-256) and a certificate. Throws std::runtime_error if OpenSSL refuses a name.
/// Cost: under a millisecond.
/// Spec: RFC 5280; RFC 6120 section 13.7.1
Certificate make_certificate(const CertificateRequest& request);

}  // namespace squall::net
