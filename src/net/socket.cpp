#include "src/net/socket.hpp"

#include <cerrno>
#include <cstring>

#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

namespace squall::net {
namespace {

void set_option(int descriptor, int level, int option, int value) {
  ::setsockopt(descriptor, level, option, &value, sizeof value);
}

Duration to_duration(const timespec& t) {
  return std::chrono::seconds{t.tv_sec} + std::chrono::nanoseconds{t.tv_nsec};
}

Duration stamp_in(msghdr& message) {
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPING) continue;
    scm_timestamping stamps;
    std::memcpy(&stamps, CMSG_DATA(c), sizeof stamps);
    return to_duration(stamps.ts[0]);
  }
  return {};
}

}  // namespace

std::error_code last_error() {
  return {errno, std::system_category()};
}

int open_socket(int family) {
  return ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
}

void close_socket(int descriptor, bool reset) {
  if (reset) {
    const linger now{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }
  ::close(descriptor);
}

void set_no_delay(int descriptor) {
  set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
}

void set_quick_ack(int descriptor) {
  set_option(descriptor, IPPROTO_TCP, TCP_QUICKACK, 1);
}

void set_timestamps(int descriptor) {
  set_option(descriptor, SOL_SOCKET, SO_TIMESTAMPING, SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE);
}

std::error_code bind_source(int descriptor, const boost::asio::ip::address& source) {
  set_option(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1);
  const boost::asio::ip::tcp::endpoint local(source, 0);
  if (::bind(descriptor, local.data(), static_cast<socklen_t>(local.size())) != 0) return last_error();
  return {};
}

std::error_code pending_error(int descriptor) {
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return last_error();
  return {error, std::system_category()};
}

StampedRead read_stamped(int descriptor, std::span<char> into) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(scm_timestamping))];
  iovec vector{.iov_base = into.data(), .iov_len = into.size()};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(descriptor, &message, 0);
  if (size <= 0) return {size, {}};
  return {size, stamp_in(message)};
}

StampedRead read_plain(int descriptor, std::span<char> into) {
  return {::recv(descriptor, into.data(), into.size(), 0), {}};
}

}  // namespace squall::net
