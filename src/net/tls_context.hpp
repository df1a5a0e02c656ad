#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/system/result.hpp>

#include "src/net/certificate.hpp"
#include "src/net/openssl_handle.hpp"
#include "src/net/tls_bio.hpp"

namespace squall::net {

enum class TlsVersions : std::uint8_t { both, only_1_2, only_1_3 };

/// Where a certificate and its key are. Either both files, or `made` (PEM in memory), or nothing.
struct TlsIdentity {
  std::string certificate_file;  ///< PEM, leaf first
  std::string key_file;          ///< PEM, unencrypted
  Certificate made;
};

struct TlsClientOptions {
  std::string domain;   ///< the XMPP domain: whom the certificate must name, and SNI; an address goes without SNI
  std::string ca_file;  ///< PEM of those trusted; empty: those whom the system trusts
  bool verify = true;
  TlsIdentity identity;
  TlsVersions versions = TlsVersions::both;
  bool resume = false;  ///< each connection resumes the session whose ticket came last
  bool alpn = false;    ///< asks for `xmpp-client` (XEP-0368: direct TLS)
};

struct TlsServerOptions {
  TlsIdentity identity;
  std::string client_ca_file;  ///< PEM; clients are asked for a certificate that one of these signed, and may have none
  TlsVersions versions = TlsVersions::both;
};

/// Why there is no context: what cannot be used, and one line for a person that names the file.
struct TlsSetupError {
  enum class Input : std::uint8_t { ca, certificate, key, library } input = Input::library;
  std::string text;
};

struct TlsCounts {
  std::uint64_t handshakes = 0;  ///< completed
  std::uint64_t resumed = 0;     ///< of these, with the keys of an earlier session
};

/// What the TLS sessions of one worker share: OpenSSL's SSL_CTX and the scratch memory of a read and a write.
/// Not thread-safe, and neither are sessions of the same context. Must outlive its sessions.
/// TLS 1.2 and 1.3, no compression, no renegotiation; buffers are held only while a record is under way.
/// Spec: RFC 6120 section 13.7 (whom a certificate names: DNS-ID, SRV-ID, and id-on-xmppAddr)
class TlsContext {
 public:
  using Result = boost::system::result<std::unique_ptr<TlsContext>, TlsSetupError>;
  static Result for_client(const TlsClientOptions& options);
  static Result for_server(const TlsServerOptions& options);

  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  const TlsCounts& counts() const { return counts_; }

 private:
  friend class TlsSession;
  TlsContext(SslContextHandle context, bool is_server);
  void use_resumption();
  static const std::string& domain_of(const SSL* ssl);
  static int on_new_session(SSL* ssl, SSL_SESSION* session);

  SslContextHandle context_;
  bool is_server_;
  std::string domain_;       // of clients
  std::string server_name_;  // SNI; empty: none
  SslSessionHandle latest_;  // to be resumed
  TlsChannel channel_;       // of the session at work
  std::vector<char> plain_;  // what it has deciphered
  TlsCounts counts_;
};

}  // namespace squall::net
