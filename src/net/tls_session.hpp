#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "src/net/tls_context.hpp"

namespace squall::net {

/// What TLS knows of a session that protocols above it may want (RFC 5929, RFC 9266).
struct TlsFacts {
  bool is_1_3 = false;
  bool resumed = false;
  std::string exporter;          ///< 32 bytes of tls-exporter; empty where TLS 1.2 has no extended master secret
  std::string unique;            ///< tls-unique; empty with TLS 1.3
  std::string server_end_point;  ///< tls-server-end-point: a hash of the server's certificate
  /// On a server that trusts somebody to sign clients' certificates: whom the client's names, by its first
  /// id-on-xmppAddr, else its common name.
  std::string peer_identity;
};

/// One side of TLS, free of I/O: sealed bytes in, sealed bytes and plain ones out. No write ever waits for a read.
/// What comes out lies in the context, and is to be taken before any session of it is called again.
/// Size: 32 bytes, and some 30 KiB in OpenSSL (docs/performance.md).
class TlsSession {
 public:
  explicit TlsSession(TlsContext& context);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  enum class Status : std::uint8_t {
    handshaking,
    open,
    closed,  ///< the peer has said that nothing more comes
    failed,  ///< error() says why; outgoing() may hold an alert for the peer
  };

  struct Received {
    std::string_view plain;       ///< may be empty
    bool is_established = false;  ///< the handshake was completed by this
  };

  /// A client's first flight; a server waits. Failed if there was no memory.
  void start();
  /// Takes all of `sealed`, at most some 64 KiB.
  Received receive(std::string_view sealed);
  /// Only while open. False: failed.
  bool send(std::string_view plain);
  /// Says that nothing more comes from us (close_notify). Nothing more may be sent.
  void close();

  /// What is to go to the peer after each of the calls above.
  std::string_view outgoing() const { return context_.channel_.outgoing; }
  Status status() const { return status_; }
  const std::error_code& error() const { return error_; }

  /// Once established. Cost: some 20 µs.
  TlsFacts facts() const;
  bool is_resumed() const;
  std::string_view version() const;  ///< "TLSv1.3"
  std::string_view cipher() const;   ///< "TLS_AES_256_GCM_SHA384"

 private:
  void prepare(std::string_view sealed);
  bool shake_hands();
  std::size_t decipher();
  void judge(int outcome);

  TlsContext& context_;
  SSL* ssl_;
  std::error_code error_;
  Status status_ = Status::handshaking;
};

}  // namespace squall::net
