#include "src/net/poller.hpp"

#include <cerrno>

#include <unistd.h>

namespace squall::net {
namespace {

epoll_event interest(Pollable& who, bool want_write) {
  epoll_event event{};
  event.events = want_write ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = &who;
  return event;
}

}  // namespace

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (epoll_ < 0) throw std::system_error(errno, std::system_category(), "epoll_create1");
}

Poller::~Poller() {
  ::close(epoll_);
}

std::error_code Poller::add(int descriptor, Pollable& who, bool want_write) {
  epoll_event event = interest(who, want_write);
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) == 0) return {};
  return {errno, std::system_category()};
}

void Poller::want_write(int descriptor, Pollable& who, bool on) {
  epoll_event event = interest(who, on);
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event);
}

void Poller::want_only_write(int descriptor, Pollable& who, bool on) {
  epoll_event event = interest(who, on);
  event.events &= ~static_cast<std::uint32_t>(EPOLLIN);
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event);
}

void Poller::remove(int descriptor, Pollable& who) {
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptor, nullptr);
  for (std::size_t i = at_; i < count_; ++i) {
    if (ready_[i].data.ptr == &who) ready_[i].data.ptr = nullptr;
  }
}

std::size_t Poller::dispatch(std::size_t limit) {
  if (ready_.size() < limit) ready_.resize(limit);
  const int found = ::epoll_wait(epoll_, ready_.data(), static_cast<int>(limit), 0);
  if (found <= 0) return 0;
  steady_minus_realtime_ = net::steady_minus_realtime();
  count_ = static_cast<std::size_t>(found);
  at_ = 0;
  while (at_ < count_) call(ready_[at_++]);
  at_ = count_ = 0;
  return static_cast<std::size_t>(found);
}

void Poller::call(const epoll_event& event) {
  if (event.data.ptr == nullptr) return;  // removed by somebody called before it
  const std::uint32_t what = event.events;
  const bool readable = (what & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0;
  static_cast<Pollable*>(event.data.ptr)->on_ready(readable, (what & EPOLLOUT) != 0);
}

}  // namespace squall::net
