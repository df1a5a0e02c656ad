#include "src/net/certificate.hpp"

#include <stdexcept>

#include <boost/asio/ip/address.hpp>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include "src/net/openssl_handle.hpp"

namespace squall::net {
namespace {

constexpr std::size_t longest_common_name = 64;  // RFC 5280 appendix A.1
constexpr int serial_bytes = 16;

[[noreturn]] void refuse(const char* what) {
  ERR_clear_error();
  throw std::runtime_error(std::string("OpenSSL cannot make the certificate: ") + what);
}

void check(bool done, const char* what) {
  if (!done) refuse(what);
}

template <class Write>
std::string to_pem(Write write) {
  const BioHandle memory(BIO_new(BIO_s_mem()));
  check(memory && write(memory.get()) == 1, "writing PEM");
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

BioHandle reading(const std::string& pem) {
  return BioHandle(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

void set_name(X509_NAME* name, const std::string& domain) {
  if (domain.empty()) return;
  const std::string common = domain.substr(0, longest_common_name);
  const auto* bytes = reinterpret_cast<const unsigned char*>(common.data());
  check(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, bytes, static_cast<int>(common.size()), -1, 0) == 1,
        "the common name");
}

void set_serial(X509& certificate) {
  unsigned char bytes[serial_bytes];
  check(RAND_bytes(bytes, sizeof bytes) == 1, "the serial number");
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7F) | 0x40);
  const std::unique_ptr<BIGNUM, OpensslFree<BN_free>> number(BN_bin2bn(bytes, sizeof bytes, nullptr));
  BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate));
}

void set_validity(X509& certificate, const CertificateRequest& request) {
  X509_gmtime_adj(X509_getm_notBefore(&certificate), request.valid_from.count());
  X509_gmtime_adj(X509_getm_notAfter(&certificate), request.valid_until.count());
}

void add_extension(X509& certificate, X509V3_CTX& context, int kind, const std::string& value) {
  const std::unique_ptr<X509_EXTENSION, OpensslFree<X509_EXTENSION_free>> extension(
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  check(extension && X509_add_ext(&certificate, extension.get(), -1) == 1, OBJ_nid2ln(kind));
}

bool is_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

/// Commas part the names, so none may be within one.
std::string alternative_names(const CertificateRequest& request) {
  std::string names;
  const auto add = [&names](const std::string& kind, const std::string& value) {
    check(value.find_first_of(",\n") == std::string::npos, "a name with a comma or an end of line");
    names.append(names.empty() ? "" : ",").append(kind).append(value);
  };
  if (!request.domain.empty()) add(is_address(request.domain) ? "IP:" : "DNS:", request.domain);
  for (const std::string& jid : request.jids) add("otherName:1.3.6.1.5.5.7.8.5;UTF8:", jid);
  for (const std::string& service : request.services) add("otherName:1.3.6.1.5.5.7.8.7;IA5:", service);
  return names;
}

void add_extensions(X509& certificate, X509* issuer, const CertificateRequest& request) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, &certificate, nullptr, nullptr, 0);
  add_extension(certificate, context, NID_basic_constraints, request.may_sign ? "critical,CA:TRUE" : "CA:FALSE");
  const std::string names = alternative_names(request);
  if (!names.empty()) add_extension(certificate, context, NID_subject_alt_name, names);
}

struct Issuer {
  CertificateHandle certificate;
  KeyHandle key;
};

Issuer read_issuer(const Certificate& pem) {
  Issuer issuer{CertificateHandle(PEM_read_bio_X509(reading(pem.certificate).get(), nullptr, nullptr, nullptr)),
                KeyHandle(PEM_read_bio_PrivateKey(reading(pem.key).get(), nullptr, nullptr, nullptr))};
  check(issuer.certificate && issuer.key, "the issuer is no PEM");
  return issuer;
}

CertificateHandle sign(const CertificateRequest& request, EVP_PKEY* key) {
  CertificateHandle certificate(X509_new());
  check(certificate && X509_set_version(certificate.get(), X509_VERSION_3) == 1, "memory");
  const Issuer issuer = request.issuer ? read_issuer(*request.issuer) : Issuer{};
  X509* const parent = issuer.certificate ? issuer.certificate.get() : certificate.get();
  set_serial(*certificate);
  set_validity(*certificate, request);
  set_name(X509_get_subject_name(certificate.get()), request.domain);
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(parent));
  X509_set_pubkey(certificate.get(), key);
  add_extensions(*certificate, parent, request);
  check(X509_sign(certificate.get(), issuer.key ? issuer.key.get() : key, EVP_sha256()) > 0, "the signature");
  return certificate;
}

}  // namespace

Certificate make_certificate(const CertificateRequest& request) {
  const KeyHandle key(EVP_EC_gen("P-256"));
  check(key != nullptr, "the key");
  const CertificateHandle certificate = sign(request, key.get());
  return {to_pem([&](BIO* bio) { return PEM_write_bio_X509(bio, certificate.get()); }), to_pem([&](BIO* bio) {
            return PEM_write_bio_PKCS8PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace squall::net
