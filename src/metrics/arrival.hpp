#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/metrics/message_stamp.hpp"

namespace squall::metrics {

/// How the messages of a run look. Where the body has no room for a stamp, the stamp stands in the stanza id.
struct MessageForm {
  std::size_t body_bytes = 0;  ///< whole body, stamp and padding

  bool stamp_in_body() const { return body_bytes >= stamp_bytes; }
  std::size_t id_size() const { return stamp_in_body() ? id_bytes : stamp_bytes; }
};

/// A message stanza that came in, as far as the audit cares. The bytes are the peer's: anything may stand in them.
struct MessageText {
  bool is_error = false;  ///< type='error'
  std::string_view id;
  std::string_view body;  ///< empty if there is none
};

enum class ArrivalKind : std::uint8_t {
  foreign,    ///< another run's, or no stamp
  corrupted,  ///< a message of this run, but not as it was sent
  message,    ///< a message of this run, whole; all of the stamp is set
  bounce,     ///< an error for a message of this run; direction and sequence are set
};

/// Says what arrived, and which message it is. The id alone is enough for a bounce.
ArrivalKind identify(const StampCodec& codec, MessageForm form, const MessageText& text, MessageStamp& stamp);

}  // namespace squall::metrics
