#include "src/server/fault_hold.hpp"

namespace squall::server {

std::optional<FaultHold::Message> FaultHold::pop(net::TimePoint now) {
  if (waiting_.empty() || waiting_.top().due > now) return std::nullopt;
  Message message = waiting_.top().message;
  waiting_.pop();
  return message;
}

std::optional<net::TimePoint> FaultHold::next_due() const {
  if (waiting_.empty()) return std::nullopt;
  return waiting_.top().due;
}

}  // namespace squall::server
