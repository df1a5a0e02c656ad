#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>

namespace squall::net {

/// A host as a person writes it, taken apart. `host` is a name or an address without brackets.
struct HostPort {
  HostPort(std::string_view name, std::optional<std::uint16_t> number) : host(name), port(number) {}

  std::string host;
  std::optional<std::uint16_t> port;

  bool operator==(const HostPort&) const = default;
};

/// Reads `name`, `name:5222`, `192.0.2.1:5222`, `::1`, `[::1]` or `[::1]:5222`. Looks nothing up.
/// Error: what is wrong and what would be right, to be put behind the option and the value.
/// Spec:  RFC 3986 section 3.2, without userinfo
boost::system::result<HostPort, std::string> parse_host_port(std::string_view text, std::uint16_t lowest_port = 1);

/// The TCP endpoints of a host name or address, in the order in which they should be tried, none twice, at least one.
/// Blocks until the system's resolver has answered; start-up only.
/// Error: one line that names the host.
boost::system::result<std::vector<boost::asio::ip::tcp::endpoint>, std::string> resolve(const std::string& host,
                                                                                        std::uint16_t port);

/// True if every endpoint lies in 127.0.0.0/8 or is ::1, also as IPv4 mapped into IPv6.
bool are_loopback(const std::vector<boost::asio::ip::tcp::endpoint>& endpoints);

/// `192.0.2.1:5222` or `[2001:db8::1]:5222`.
std::string to_string(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace squall::net
