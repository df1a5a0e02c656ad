#pragma once

#include <system_error>

#include <boost/asio/ip/tcp.hpp>

namespace squall::cli {

/// Connects to an address once and hangs up. Blocks up to five seconds. Error: why nobody takes the connection there.
std::error_code probe(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace squall::cli
