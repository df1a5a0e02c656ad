#include "src/net/event_loop.hpp"

namespace squall::net {
namespace {

constexpr std::size_t busy = 16;    // as many events in one round make it likely that more have come meanwhile
constexpr int rounds_at_most = 32;  // then Asio has its turn

}  // namespace

EventLoop::EventLoop(RoundHandler& handler) : handler_(handler), waiting_(context_, poller_.descriptor()) {}

EventLoop::~EventLoop() {
  waiting_.release();
}  // the descriptor is the poller's

void EventLoop::run() {
  context_.restart();
  if (!armed_) wait();
  context_.run();
}

void EventLoop::wait() {
  armed_ = true;
  waiting_.async_wait(boost::asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code error) {
    armed_ = false;
    if (error) return;
    dispatch();
    wait();
  });
}

void EventLoop::dispatch() {
  for (int round = 0; round < rounds_at_most && !context_.stopped(); ++round) {
    const std::size_t events = poller_.dispatch();
    handler_.on_round();
    if (events < busy) return;
  }
}

}  // namespace squall::net
