#pragma once

#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "src/net/service_lookup.hpp"
#include "src/scenario/scenario.hpp"

namespace squall::cli {

/// The addresses of a target that is not the embedded server, in the order in which to try them: of its host, else of
/// the servers that DNS names for its domain (SRV), else of the domain itself.
/// Blocks on DNS. Throws UsageError if there is none, or if the domain says that it has no such service.
/// Spec: RFC 6120 section 3.2, XEP-0368
std::vector<boost::asio::ip::tcp::endpoint> find_target(const scenario::Target& target,
                                                        const net::LookupOptions& dns = {});

/// Throws UsageError, naming users, rate and address, if an address lies outside the loopback range and nobody said
/// that the server is theirs.
void refuse_foreign_target(const scenario::Scenario& scenario,
                           const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);

/// Connects to each address once and hangs up. Throws UsageError if none takes a connection within five seconds.
void refuse_silent_target(const scenario::Target& target, const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);

/// The option that named the target, and its value, for errors.
struct NamedBy {
  const char* option;
  std::string value;
};
NamedBy named_by(const scenario::Target& target);

}  // namespace squall::cli
