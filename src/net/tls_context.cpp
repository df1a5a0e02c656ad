#include "src/net/tls_context.hpp"

#include <cerrno>
#include <cstring>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include "src/net/certificate_names.hpp"

namespace squall::net {
namespace {

using Input = TlsSetupError::Input;
using Problem = std::unique_ptr<TlsSetupError>;

constexpr unsigned char alpn_protocols[] = "\x0bxmpp-client";  // RFC 7301 section 3.1: each behind its length
constexpr unsigned alpn_size = sizeof alpn_protocols - 1;
static_assert(alpn_protocols[0] == alpn_size - 1);

Problem problem(Input input, std::string text) {
  ERR_clear_error();
  return std::make_unique<TlsSetupError>(TlsSetupError{input, std::move(text)});
}

/// What the queue of OpenSSL, or the system, says about a file that could not be used.
Problem file_problem(Input input, const std::string& file, const char* wanted) {
  const unsigned long last = ERR_peek_last_error();
  if (ERR_GET_LIB(ERR_peek_error()) == ERR_LIB_SYS) {
    return problem(input,
                   fmt::format("'{}' cannot be read: {}", file, std::strerror(ERR_GET_REASON(ERR_peek_error()))));
  }
  const char* reason = ERR_reason_error_string(last);
  return problem(input, fmt::format("'{}' has no {} in PEM ({})", file, wanted, reason == nullptr ? "empty" : reason));
}

/// Never asks at the terminal.
int no_passphrase(char*, int, int, void*) {
  return -1;
}

BioHandle reading(const std::string& pem) {
  return BioHandle(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

SslContextHandle make_context(bool is_server, TlsVersions versions) {
  SslContextHandle context(SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method()));
  if (!context) return nullptr;
  SSL_CTX_set_min_proto_version(context.get(), versions == TlsVersions::only_1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
  SSL_CTX_set_max_proto_version(context.get(), versions == TlsVersions::only_1_2 ? TLS1_2_VERSION : TLS1_3_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(context.get(), SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_default_passwd_cb(context.get(), no_passphrase);
  return context;
}

Problem use_files(SSL_CTX* context, const TlsIdentity& identity) {
  if (SSL_CTX_use_certificate_chain_file(context, identity.certificate_file.c_str()) != 1) {
    return file_problem(Input::certificate, identity.certificate_file, "certificate");
  }
  if (SSL_CTX_use_PrivateKey_file(context, identity.key_file.c_str(), SSL_FILETYPE_PEM) != 1) {
    if (ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH) {
      return problem(Input::key, fmt::format("'{}' is not the key of the certificate in '{}'", identity.key_file,
                                             identity.certificate_file));
    }
    return file_problem(Input::key, identity.key_file, "private key without a passphrase");
  }
  return nullptr;
}

Problem use_made(SSL_CTX* context, const Certificate& made) {
  const CertificateHandle certificate(PEM_read_bio_X509(reading(made.certificate).get(), nullptr, nullptr, nullptr));
  const KeyHandle key(PEM_read_bio_PrivateKey(reading(made.key).get(), nullptr, no_passphrase, nullptr));
  const bool used = certificate && key && SSL_CTX_use_certificate(context, certificate.get()) == 1 &&
                    SSL_CTX_use_PrivateKey(context, key.get()) == 1;
  return used ? nullptr : problem(Input::certificate, "the certificate that was made cannot be used");
}

Problem use_identity(SSL_CTX* context, const TlsIdentity& identity) {
  if (!identity.certificate_file.empty()) return use_files(context, identity);
  return identity.made.certificate.empty() ? nullptr : use_made(context, identity.made);
}

Problem trust(SSL_CTX* context, const std::string& ca_file) {
  if (ca_file.empty()) {
    SSL_CTX_set_default_verify_paths(context);
    ERR_clear_error();
    return nullptr;
  }
  if (SSL_CTX_load_verify_file(context, ca_file.c_str()) == 1) return nullptr;
  return file_problem(Input::ca, ca_file, "certificate");
}

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

bool is_name_mismatch(int error) {
  return error == X509_V_ERR_HOSTNAME_MISMATCH || error == X509_V_ERR_IP_ADDRESS_MISMATCH;
}

/// Accepts what only XMPP's own names tell to be the right certificate.
template <const std::string& (*DomainOf)(const SSL*)>
int verify(int accepted, X509_STORE_CTX* chain) {
  if (accepted == 1 || X509_STORE_CTX_get_error_depth(chain) != 0) return accepted;
  if (!is_name_mismatch(X509_STORE_CTX_get_error(chain))) return 0;
  const auto* ssl = static_cast<const SSL*>(X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()));
  if (!names_domain(*X509_STORE_CTX_get_current_cert(chain), DomainOf(ssl))) return 0;
  X509_STORE_CTX_set_error(chain, X509_V_OK);
  return 1;
}

void demand_name(SSL_CTX* context, const std::string& domain) {
  X509_VERIFY_PARAM* wanted = SSL_CTX_get0_param(context);
  if (is_address(domain)) {
    X509_VERIFY_PARAM_set1_ip_asc(wanted, domain.c_str());
  } else {
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    X509_VERIFY_PARAM_set1_host(wanted, domain.data(), domain.size());
  }
}

/// Spec: RFC 7301 section 3.2: a client that asks for protocols among which ours is not gets an alert.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  unsigned char* choice = nullptr;
  const int outcome = SSL_select_next_proto(&choice, size, alpn_protocols, alpn_size, offered, offered_size);
  *chosen = choice;
  return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

Problem ask_for_client_certificates(SSL_CTX* context, const std::string& ca_file) {
  STACK_OF(X509_NAME)* names = SSL_load_client_CA_file(ca_file.c_str());
  if (names == nullptr) return file_problem(Input::ca, ca_file, "certificate");
  SSL_CTX_set_client_CA_list(context, names);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  return trust(context, ca_file);
}

}  // namespace

TlsContext::TlsContext(SslContextHandle context, bool is_server) : context_(std::move(context)), is_server_(is_server) {
  SSL_CTX_set_app_data(context_.get(), this);
}

TlsContext::~TlsContext() = default;

const std::string& TlsContext::domain_of(const SSL* ssl) {
  return static_cast<const TlsContext*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)))->domain_;
}

TlsContext::Result TlsContext::for_client(const TlsClientOptions& options) {
  SslContextHandle made = make_context(false, options.versions);
  if (!made) return TlsSetupError{Input::library, "OpenSSL gives no context"};
  std::unique_ptr<TlsContext> context(new TlsContext(std::move(made), false));
  SSL_CTX* const raw = context->context_.get();
  context->domain_ = options.domain;
  if (!is_address(options.domain)) context->server_name_ = options.domain;
  if (options.verify) {
    if (const Problem wrong = trust(raw, options.ca_file)) return *wrong;
    demand_name(raw, options.domain);
    SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, verify<&TlsContext::domain_of>);
  }
  if (const Problem wrong = use_identity(raw, options.identity)) return *wrong;
  if (options.alpn) SSL_CTX_set_alpn_protos(raw, alpn_protocols, alpn_size);
  if (options.resume) context->use_resumption();
  return context;
}

TlsContext::Result TlsContext::for_server(const TlsServerOptions& options) {
  SslContextHandle made = make_context(true, options.versions);
  if (!made) return TlsSetupError{Input::library, "OpenSSL gives no context"};
  std::unique_ptr<TlsContext> context(new TlsContext(std::move(made), true));
  SSL_CTX* const raw = context->context_.get();
  if (const Problem wrong = use_identity(raw, options.identity)) return *wrong;
  if (!options.client_ca_file.empty()) {
    if (const Problem wrong = ask_for_client_certificates(raw, options.client_ca_file)) return *wrong;
  }
  constexpr unsigned char session_context[] = "squall";
  SSL_CTX_set_session_id_context(raw, session_context, sizeof session_context - 1);
  SSL_CTX_set_num_tickets(raw, 1);
  SSL_CTX_set_alpn_select_cb(raw, choose_protocol, nullptr);
  return context;
}

void TlsContext::use_resumption() {
  SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context_.get(), on_new_session);
}

int TlsContext::on_new_session(SSL* ssl, SSL_SESSION* session) {
  static_cast<TlsContext*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)))->latest_.reset(session);
  return 1;  // it is ours now
}

}  // namespace squall::net
