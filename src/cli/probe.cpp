#include "src/cli/probe.hpp"

#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace squall::cli {
namespace {

constexpr int probe_milliseconds = 5000;

/// A descriptor for the length of a scope.
class Socket {
 public:
  explicit Socket(int family) : descriptor_(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {}
  ~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

int outcome_of_connect(int descriptor) {
  pollfd wanted{descriptor, POLLOUT, 0};
  int ready = 0;
  while ((ready = ::poll(&wanted, 1, probe_milliseconds)) < 0 && errno == EINTR) {
  }
  if (ready == 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

/// 0 or an errno.
int try_to_connect(const boost::asio::ip::tcp::endpoint& endpoint) {
  const Socket socket(endpoint.protocol().family());
  if (socket.descriptor() < 0) return errno;
  if (::connect(socket.descriptor(), endpoint.data(), static_cast<socklen_t>(endpoint.size())) == 0) return 0;
  return errno == EINPROGRESS ? outcome_of_connect(socket.descriptor()) : errno;
}

}  // namespace

std::error_code probe(const boost::asio::ip::tcp::endpoint& endpoint) {
  return {try_to_connect(endpoint), std::generic_category()};
}

}  // namespace squall::cli
