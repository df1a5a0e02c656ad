#pragma once

#include <span>
#include <system_error>

#include <boost/asio/ip/tcp.hpp>
#include <sys/socket.h>
#include <sys/uio.h>

#include "src/net/clock.hpp"

/// The system calls on stream sockets that Connection and Listener are made of, one function each.
/// An errno comes back as an error_code of system_category.
namespace squall::net {

std::error_code last_error();

/// A non-blocking, close-on-exec TCP socket; -1 and errno on failure.
int open_socket(int family);
void close_socket(int descriptor, bool reset);

void set_no_delay(int descriptor);
void set_quick_ack(int descriptor);
/// Asks for the kernel's software receive stamps. Where the kernel has none, reads come without.
void set_timestamps(int descriptor);

std::error_code bind_source(int descriptor, const boost::asio::ip::address& source);
/// Takes and clears SO_ERROR.
std::error_code pending_error(int descriptor);

/// One read: `size` < 0 is an error in errno; the stamp is in CLOCK_REALTIME, zero if the kernel gave none.
struct StampedRead {
  ssize_t size = -1;
  Duration realtime{};
};
StampedRead read_stamped(int descriptor, std::span<char> into);
/// The same without asking for a stamp.
StampedRead read_plain(int descriptor, std::span<char> into);

}  // namespace squall::net
