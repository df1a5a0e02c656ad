#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/load/accounts.hpp"
#include "src/metrics/arrival.hpp"
#include "src/metrics/message_stamp.hpp"

namespace squall::load {

/// Writes chat messages from one template: the address and the stamp are filled in, nothing else changes.
/// One for each worker. Cost: no allocation once the longest address has been seen.
class MessageWriter {
 public:
  /// `accounts` and `codec` must outlive the writer.
  MessageWriter(const Accounts& accounts, const metrics::StampCodec& codec, std::string_view domain,
                metrics::MessageForm form);

  /// The XML of one message to user number `to`. Lifetime: until the next call.
  std::string_view write(std::uint32_t to, const metrics::MessageStamp& stamp);

 private:
  const Accounts& accounts_;
  const metrics::StampCodec& codec_;
  metrics::MessageForm form_;
  std::string at_domain_;
  std::string tail_;                     // from behind the address to the end
  std::size_t id_at_ = 0, body_at_ = 0;  // in tail_
  std::string to_, xml_;
};

}  // namespace squall::load
