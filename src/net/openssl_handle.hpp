#pragma once

#include <memory>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace squall::net {

/// Calls an OpenSSL *_free() function.
template <auto Free>
struct OpensslFree {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};

using BioHandle = std::unique_ptr<BIO, OpensslFree<BIO_free_all>>;
using KeyHandle = std::unique_ptr<EVP_PKEY, OpensslFree<EVP_PKEY_free>>;
using CertificateHandle = std::unique_ptr<X509, OpensslFree<X509_free>>;
using SslContextHandle = std::unique_ptr<SSL_CTX, OpensslFree<SSL_CTX_free>>;
using SslSessionHandle = std::unique_ptr<SSL_SESSION, OpensslFree<SSL_SESSION_free>>;

}  // namespace squall::net
