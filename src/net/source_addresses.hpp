#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/system/result.hpp>

namespace squall::net {

/// Local addresses that connections are bound to, in turn.
class SourceAddresses {
 public:
  static constexpr std::size_t most = 65'536;

  SourceAddresses() = default;
  /// Reads `127.0.0.2`, `127.0.0.2,127.0.0.3`, `127.0.0.2-127.0.0.20` and any list of these.
  /// Error: what is wrong and what would be right, to be put behind the option and the value.
  static boost::system::result<SourceAddresses, std::string> parse(std::string_view text);

  bool empty() const { return v4_.empty() && v6_.empty(); }
  std::size_t size() const { return v4_.size() + v6_.size(); }
  /// How many a target of that family can be reached from.
  std::size_t count(bool is_v6) const { return (is_v6 ? v6_ : v4_).size(); }
  /// The address for the connection of that number; null if there is none of the family.
  const boost::asio::ip::address* pick(std::size_t number, bool is_v6) const;
  /// The first that is no address of this machine, in words; empty: all are.
  std::string why_not_local() const;

 private:
  std::string add_range(std::string_view text);
  std::string add(const boost::asio::ip::address& first, const boost::asio::ip::address& last);

  std::vector<boost::asio::ip::address> v4_, v6_;
};

/// Ports from which the kernel takes those of outgoing connections, an address (net.ipv4.ip_local_port_range).
std::size_t local_ports_per_address();

}  // namespace squall::net
