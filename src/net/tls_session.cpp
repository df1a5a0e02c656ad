#include "src/net/tls_session.hpp"

#include <algorithm>
#include <array>

#include <openssl/err.h>

#include "src/net/certificate_names.hpp"
#include "src/net/tls_error.hpp"

namespace squall::net {
namespace {

constexpr std::size_t record_overhead = 17 * 1024;  // a record that earlier reads have begun
constexpr std::size_t exporter_bytes = 32;          // RFC 9266 section 4.2
constexpr std::string_view exporter_label = "EXPORTER-Channel-Binding";

std::string exporter(SSL* ssl) {
  if (SSL_version(ssl) < TLS1_3_VERSION && SSL_get_extms_support(ssl) != 1) return {};
  std::array<unsigned char, exporter_bytes> key{};
  const bool made = SSL_export_keying_material(ssl, key.data(), key.size(), exporter_label.data(),
                                               exporter_label.size(), key.data(), 0, 1) == 1;
  return made ? std::string(key.begin(), key.end()) : std::string();
}

/// The first Finished message: the client's, unless the session was resumed. Spec: RFC 5929 section 3.1
std::string unique(SSL* ssl, bool is_server) {
  if (SSL_version(ssl) >= TLS1_3_VERSION) return {};
  std::array<unsigned char, EVP_MAX_MD_SIZE> message{};
  const bool is_ours = is_server == (SSL_session_reused(ssl) == 1);
  const std::size_t size = is_ours ? SSL_get_finished(ssl, message.data(), message.size())
                                   : SSL_get_peer_finished(ssl, message.data(), message.size());
  return {message.begin(), message.begin() + static_cast<std::ptrdiff_t>(std::min(size, message.size()))};
}

/// Spec: RFC 5929 section 4.1; empty where the signature has no hash of its own.
std::string end_point(const X509* certificate) {
  int hash = NID_undef;
  if (certificate == nullptr ||
      X509_get_signature_info(const_cast<X509*>(certificate), &hash, nullptr, nullptr, nullptr) != 1) {
    return {};
  }
  if (hash == NID_md5 || hash == NID_sha1) hash = NID_sha256;
  const EVP_MD* digest = EVP_get_digestbynid(hash);
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  if (digest == nullptr || X509_digest(certificate, digest, bytes.data(), &size) != 1) return {};
  return {bytes.begin(), bytes.begin() + size};
}

std::string identity_of(const X509* certificate) {
  if (certificate == nullptr) return {};
  XmppNames names = xmpp_names(*certificate);
  return names.addresses.empty() ? common_name(*certificate) : std::move(names.addresses.front());
}

// As SSL_set_tlsext_host_name() does it, which is a macro with a cast that the warnings refuse.
void set_server_name(SSL* ssl, const std::string& name) {
  SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, const_cast<char*>(name.c_str()));
}

}  // namespace

TlsSession::TlsSession(TlsContext& context) : context_(context), ssl_(SSL_new(context.context_.get())) {
  BIO* bio = ssl_ == nullptr ? nullptr : make_channel_bio(context.channel_);
  if (bio == nullptr) {
    ERR_clear_error();
    error_ = std::make_error_code(std::errc::not_enough_memory);
    status_ = Status::failed;
    return;
  }
  SSL_set_bio(ssl_, bio, bio);
  context.is_server_ ? SSL_set_accept_state(ssl_) : SSL_set_connect_state(ssl_);
  if (!context.server_name_.empty()) set_server_name(ssl_, context.server_name_);
  if (context.latest_) SSL_set_session(ssl_, context.latest_.get());
}

// Without the marks OpenSSL takes the session for broken off, and its ticket for spoilt.
TlsSession::~TlsSession() {
  if (ssl_ == nullptr) return;
  if (status_ == Status::open || status_ == Status::closed) {
    SSL_set_shutdown(ssl_, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  }
  SSL_free(ssl_);
}

void TlsSession::prepare(std::string_view sealed) {
  ERR_clear_error();
  context_.channel_.incoming = sealed;
  context_.channel_.outgoing.clear();
}

void TlsSession::start() {
  prepare({});
  if (status_ == Status::handshaking) shake_hands();
}

TlsSession::Received TlsSession::receive(std::string_view sealed) {
  prepare(sealed);
  Received received;
  if (status_ == Status::handshaking) received.is_established = shake_hands();
  if (status_ != Status::open) return received;
  const std::size_t room = sealed.size() + record_overhead;
  if (context_.plain_.size() < room) context_.plain_.resize(room);
  received.plain = {context_.plain_.data(), decipher()};
  return received;
}

bool TlsSession::shake_hands() {
  const int outcome = SSL_do_handshake(ssl_);
  if (outcome != 1) {
    judge(outcome);
    return false;
  }
  status_ = Status::open;
  ++context_.counts_.handshakes;
  if (SSL_session_reused(ssl_) == 1) ++context_.counts_.resumed;
  return true;
}

std::size_t TlsSession::decipher() {
  std::vector<char>& plain = context_.plain_;
  std::size_t size = 0;
  while (size < plain.size()) {
    const int got = SSL_read(ssl_, plain.data() + size, static_cast<int>(plain.size() - size));
    if (got <= 0) {
      judge(got);
      break;
    }
    size += static_cast<std::size_t>(got);
  }
  return size;
}

void TlsSession::judge(int outcome) {
  switch (SSL_get_error(ssl_, outcome)) {
    case SSL_ERROR_WANT_READ:
      return;
    case SSL_ERROR_ZERO_RETURN:
      status_ = Status::closed;
      return;
    default:
      error_ = take_tls_error(SSL_get_verify_result(ssl_));
      status_ = Status::failed;
  }
}

bool TlsSession::send(std::string_view plain) {
  prepare({});
  if (plain.empty()) return true;
  const int outcome = SSL_write(ssl_, plain.data(), static_cast<int>(plain.size()));
  if (outcome > 0) return true;
  judge(outcome);
  if (status_ == Status::failed) return false;
  error_ = make_tls_error(TlsFault::protocol);
  status_ = Status::failed;
  return false;
}

void TlsSession::close() {
  prepare({});
  if (status_ == Status::open || status_ == Status::closed) SSL_shutdown(ssl_);
  ERR_clear_error();
}

TlsFacts TlsSession::facts() const {
  TlsFacts facts;
  facts.is_1_3 = SSL_version(ssl_) == TLS1_3_VERSION;
  facts.resumed = SSL_session_reused(ssl_) == 1;
  facts.exporter = exporter(ssl_);
  facts.unique = unique(ssl_, context_.is_server_);
  facts.server_end_point = end_point(context_.is_server_ ? SSL_get_certificate(ssl_) : SSL_get0_peer_certificate(ssl_));
  if (context_.is_server_) facts.peer_identity = identity_of(SSL_get0_peer_certificate(ssl_));
  ERR_clear_error();
  return facts;
}

bool TlsSession::is_resumed() const {
  return SSL_session_reused(ssl_) == 1;
}

std::string_view TlsSession::version() const {
  return SSL_get_version(ssl_);
}

std::string_view TlsSession::cipher() const {
  return SSL_get_cipher_name(ssl_);
}

}  // namespace squall::net
