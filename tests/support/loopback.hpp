#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace squall::test {

/// A plain listening socket on a free loopback port: the other side of a connection under test, system calls only.
class RawListener {
 public:
  RawListener() : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ::listen(descriptor_, 128);
  }
  ~RawListener() { close(); }
  RawListener(const RawListener&) = delete;
  RawListener& operator=(const RawListener&) = delete;

  boost::asio::ip::tcp::endpoint endpoint() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size);
    return {boost::asio::ip::make_address_v4("127.0.0.1"), ntohs(address.sin_port)};
  }
  int accept() const { return ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC); }
  int descriptor() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

/// A blocking peer on an accepted descriptor.
class RawPeer {
 public:
  explicit RawPeer(int descriptor) : descriptor_(descriptor) {}
  ~RawPeer() { close(); }
  RawPeer(const RawPeer&) = delete;
  RawPeer& operator=(const RawPeer&) = delete;

  void send(std::string_view bytes) const { ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  /// What one blocking read gives; empty at the end.
  std::string read(std::size_t most = 65536) const {
    std::string bytes(most, '\0');
    const ssize_t size = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
    bytes.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return bytes;
  }
  void shutdown() const { ::shutdown(descriptor_, SHUT_WR); }
  void reset() {
    const linger now{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
  }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// A blocking connection to `endpoint`, which is IPv4.
inline int connect_to(const boost::asio::ip::tcp::endpoint& endpoint) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ::connect(descriptor, endpoint.data(), static_cast<socklen_t>(endpoint.size()));
  return descriptor;
}

/// Descriptors this process has open.
inline std::size_t open_descriptors() {
  DIR* folder = ::opendir("/proc/self/fd");
  std::size_t count = 0;
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

/// Calls `step` whenever `descriptor` is readable until `done`; false after 30 seconds without success.
inline bool drive(int descriptor, const std::function<void()>& step, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, 100) > 0) step();
  }
  return true;
}

}  // namespace squall::test
