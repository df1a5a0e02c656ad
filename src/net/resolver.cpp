#include "src/net/resolver.hpp"

#include <algorithm>
#include <charconv>

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

namespace squall::net {
namespace {

using boost::asio::ip::tcp;
using Parsed = boost::system::result<HostPort, std::string>;

constexpr std::size_t longest_host = 255;  // RFC 1035 section 2.3.4

bool is_host_character(char c) {
  return static_cast<unsigned char>(c) > ' ' && c != '/' && c != '@' && c != '\x7f';
}

std::optional<std::string> complaint(std::string_view host) {
  if (host.empty()) return "has no host; write HOST or HOST:PORT";
  if (host.size() > longest_host) return "is too long for a host name (255 bytes)";
  if (!std::all_of(host.begin(), host.end(), is_host_character)) return "is no host name or address";
  return std::nullopt;
}

Parsed with_port(std::string_view host, std::string_view digits, std::uint16_t lowest) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || port < lowest) {
    return fmt::format("has no port from {} to 65535 behind the colon", lowest);
  }
  return HostPort(host, port);
}

Parsed parse_bracketed(std::string_view text, std::uint16_t lowest) {
  const std::size_t close = text.find(']');
  if (close == std::string_view::npos) return std::string("lacks the closing bracket of an IPv6 address");
  const std::string_view address = text.substr(1, close - 1);
  boost::system::error_code error;
  boost::asio::ip::make_address_v6(std::string(address), error);
  if (error) return std::string("has no IPv6 address between the brackets");
  const std::string_view rest = text.substr(close + 1);
  if (rest.empty()) return HostPort(address, std::nullopt);
  if (rest.front() != ':') return std::string("has something other than :PORT behind the bracket");
  return with_port(address, rest.substr(1), lowest);
}

}  // namespace

Parsed parse_host_port(std::string_view text, std::uint16_t lowest_port) {
  if (text.starts_with('[')) return parse_bracketed(text, lowest_port);
  const std::size_t colon = text.find(':');
  const bool is_address_v6 = colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos;
  const std::string_view host = is_address_v6 ? text : text.substr(0, colon);
  if (auto wrong = complaint(host)) return *wrong;
  if (colon == std::string_view::npos) return HostPort(host, std::nullopt);
  if (!is_address_v6) return with_port(host, text.substr(colon + 1), lowest_port);
  boost::system::error_code error;
  boost::asio::ip::make_address_v6(std::string(text), error);
  if (error) return std::string("has several colons but is no IPv6 address; with a port, write [ADDRESS]:PORT");
  return HostPort(host, std::nullopt);
}

boost::system::result<std::vector<tcp::endpoint>, std::string> resolve(const std::string& host, std::uint16_t port) {
  boost::asio::io_context context;
  tcp::resolver resolver(context);
  boost::system::error_code error;
  const auto results = resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, error);
  if (error) return fmt::format("'{}' does not resolve to an address: {}", host, error.message());
  std::vector<tcp::endpoint> endpoints;
  for (const auto& entry : results) {
    if (std::find(endpoints.begin(), endpoints.end(), entry.endpoint()) == endpoints.end()) {
      endpoints.push_back(entry.endpoint());
    }
  }
  if (endpoints.empty()) return fmt::format("'{}' has no address", host);
  return endpoints;
}

bool are_loopback(const std::vector<tcp::endpoint>& endpoints) {
  return std::all_of(endpoints.begin(), endpoints.end(), [](const tcp::endpoint& endpoint) {
    const auto address = endpoint.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
      return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6()).is_loopback();
    }
    return address.is_loopback();
  });
}

std::string to_string(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  const bool brackets = endpoint.address().is_v6();
  return fmt::format("{}{}{}:{}", brackets ? "[" : "", address, brackets ? "]" : "", endpoint.port());
}

}  // namespace squall::net
