#include "src/net/source_addresses.hpp"

#include <algorithm>
#include <fstream>

#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

#include "src/net/socket.hpp"

namespace squall::net {
namespace {

using boost::asio::ip::address;

constexpr std::size_t usual_ports = 28'232;  // 32768 to 60999

address next_of(const address& given) {
  if (given.is_v4()) return boost::asio::ip::address_v4(given.to_v4().to_uint() + 1);
  auto bytes = given.to_v6().to_bytes();
  for (auto byte = bytes.rbegin(); byte != bytes.rend() && ++*byte == 0; ++byte) {
  }
  return boost::asio::ip::address_v6(bytes);
}

bool is_local(const address& source) {
  const int descriptor = open_socket(source.is_v4() ? AF_INET : AF_INET6);
  if (descriptor < 0) return true;  // that is told elsewhere
  const bool bound = !bind_source(descriptor, source);
  close_socket(descriptor, false);
  return bound;
}

}  // namespace

boost::system::result<SourceAddresses, std::string> SourceAddresses::parse(std::string_view text) {
  SourceAddresses sources;
  for (;;) {
    const std::size_t comma = text.find(',');
    if (std::string wrong = sources.add_range(text.substr(0, comma)); !wrong.empty()) return wrong;
    if (comma == std::string_view::npos) return sources;
    text.remove_prefix(comma + 1);
  }
}

std::string SourceAddresses::add_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  boost::system::error_code error, second_error;
  const address first = boost::asio::ip::make_address(std::string(text.substr(0, dash)), error);
  const address last = dash == std::string_view::npos
                           ? first
                           : boost::asio::ip::make_address(std::string(text.substr(dash + 1)), second_error);
  if (error || second_error) return fmt::format("has '{}', which is no address or range ADDRESS-ADDRESS", text);
  if (first.is_v4() != last.is_v4() || last < first) {
    return fmt::format("has '{}', which does not go from a lower address to a higher one", text);
  }
  return add(first, last);
}

std::string SourceAddresses::add(const address& first, const address& last) {
  auto& addresses = first.is_v4() ? v4_ : v6_;
  for (address at = first;; at = next_of(at)) {
    if (size() == most) return fmt::format("are more than {} addresses", most);
    addresses.push_back(at);
    if (at == last) return {};
  }
}

const address* SourceAddresses::pick(std::size_t number, bool is_v6) const {
  const auto& addresses = is_v6 ? v6_ : v4_;
  return addresses.empty() ? nullptr : &addresses[number % addresses.size()];
}

std::string SourceAddresses::why_not_local() const {
  for (const auto* addresses : {&v4_, &v6_}) {
    const auto foreign = std::find_if_not(addresses->begin(), addresses->end(), is_local);
    if (foreign != addresses->end())
      return fmt::format("has {}, which is no address of this machine", foreign->to_string());
  }
  return {};
}

std::size_t local_ports_per_address() {
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  std::size_t first = 0, last = 0;
  return file >> first >> last && last >= first ? last - first + 1 : usual_ports;
}

}  // namespace squall::net
