#include "src/server/outbox.hpp"

#include <algorithm>
#include <utility>

#include "src/server/session.hpp"

namespace squall::server {
namespace {

constexpr std::size_t largest_kept = 64 * 1024;  // bytes a free buffer may hold on to
constexpr std::size_t first_size = 4096;

}  // namespace

std::string* Outbox::open(Session& session) {
  due_.push_back(&session);
  if (free_.empty()) {
    buffers_.push_back(std::make_unique<std::string>());
    buffers_.back()->reserve(first_size);
    return buffers_.back().get();
  }
  std::string* buffer = free_.back();
  free_.pop_back();
  return buffer;
}

void Outbox::flush() {
  while (!due_.empty()) {  // a session that goes in its flush has others told of it
    std::swap(due_, flushing_);
    for (std::size_t i = 0; i < flushing_.size(); ++i) {
      if (Session* session = std::exchange(flushing_[i], nullptr)) session->flush();
    }
    flushing_.clear();
  }
}

void Outbox::forget(Session& session, std::string* buffer) {
  std::replace(due_.begin(), due_.end(), &session, static_cast<Session*>(nullptr));
  std::replace(flushing_.begin(), flushing_.end(), &session, static_cast<Session*>(nullptr));
  give_back(buffer);
}

void Outbox::give_back(std::string* buffer) {
  buffer->clear();
  if (buffer->capacity() > largest_kept) *buffer = std::string();
  free_.push_back(buffer);
}

}  // namespace squall::server
