#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "src/net/clock.hpp"

namespace squall::server {

/// Messages that wait for an instant, as they will be written, in the order of that instant and then of their coming.
class FaultHold {
 public:
  struct Message {
    std::string to;  ///< full JID of the receiver
    std::string xml;
    std::uint32_t copies = 1;
  };

  void push(net::TimePoint due, Message message) { waiting_.push({due, ++pushed_, std::move(message)}); }
  /// The next that is due at `now`.
  std::optional<Message> pop(net::TimePoint now);
  std::optional<net::TimePoint> next_due() const;
  std::size_t size() const { return waiting_.size(); }

 private:
  struct Entry {
    net::TimePoint due;
    std::uint64_t number;
    Message message;
    bool operator>(const Entry& other) const { return due != other.due ? due > other.due : number > other.number; }
  };
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting_;
  std::uint64_t pushed_ = 0;
};

}  // namespace squall::server
