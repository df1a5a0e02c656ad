#include "src/net/listener.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/net/socket.hpp"

namespace squall::net {
namespace {

using boost::asio::ip::tcp;

int open_reserve() {
  return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

std::error_code Listener::open(const tcp::endpoint& endpoint, int backlog) {
  close();
  descriptor_ = open_socket(endpoint.protocol().family());
  if (descriptor_ < 0) return last_error();
  reserve_ = open_reserve();
  std::error_code error = bind_and_listen(endpoint, backlog);
  if (!error) error = poller_.add(descriptor_, *this, false);
  if (error) close();
  return error;
}

std::error_code Listener::bind_and_listen(const tcp::endpoint& endpoint, int backlog) {
  const int on = 1;
  ::setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(descriptor_, endpoint.data(), static_cast<socklen_t>(endpoint.size())) != 0) return last_error();
  if (::listen(descriptor_, backlog) != 0) return last_error();
  return {};
}

void Listener::close() {
  if (descriptor_ >= 0) poller_.remove(descriptor_, *this);
  close_if_open(descriptor_);
  close_if_open(reserve_);
}

tcp::endpoint Listener::local_endpoint() const {
  tcp::endpoint endpoint;
  auto size = static_cast<socklen_t>(endpoint.capacity());
  if (::getsockname(descriptor_, endpoint.data(), &size) == 0) endpoint.resize(size);
  return endpoint;
}

void Listener::on_ready(bool, bool) {
  constexpr int at_once = 256;  // then others have their turn; the poller asks again
  for (int i = 0; i < at_once && is_open(); ++i) {
    if (!accept_one()) return;
  }
}

bool Listener::accept_one() {
  const int accepted = ::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (accepted >= 0) {
    handler_.on_accepted(accepted);
    return true;
  }
  if (errno == EMFILE || errno == ENFILE) return turn_away(last_error());
  return errno == ECONNABORTED || errno == EINTR;
}

bool Listener::turn_away(std::error_code error) {
  close_if_open(reserve_);
  const int accepted = ::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (accepted >= 0) close_socket(accepted, true);
  reserve_ = open_reserve();
  if (accepted < 0) return false;
  handler_.on_turned_away(error);
  return true;
}

}  // namespace squall::net
