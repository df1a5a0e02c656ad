#include "src/load/tls_setup.hpp"

namespace squall::load {
namespace {

net::TlsVersions versions_of(scenario::TlsVersions versions) {
  switch (versions) {
    case scenario::TlsVersions::only_1_2:
      return net::TlsVersions::only_1_2;
    case scenario::TlsVersions::only_1_3:
      return net::TlsVersions::only_1_3;
    case scenario::TlsVersions::both:
      break;
  }
  return net::TlsVersions::both;
}

}  // namespace

net::TlsClientOptions tls_options(const scenario::Transport& transport, const std::string& domain) {
  net::TlsClientOptions options;
  options.domain = domain;
  options.ca_file = transport.ca_file;
  options.verify = !transport.insecure;
  options.identity.certificate_file = transport.certificate_file;
  options.identity.key_file = transport.key_file;
  options.versions = versions_of(transport.versions);
  options.resume = transport.resume;
  options.alpn = transport.tls == scenario::TlsMode::direct;
  return options;
}

}  // namespace squall::load
