#include "src/metrics/arrival.hpp"

namespace squall::metrics {
namespace {

bool is_padding(std::string_view text) {
  return text.find_first_not_of(padding) == std::string_view::npos;
}

StampReading read_any_id(const StampCodec& codec, MessageForm form, std::string_view id, MessageStamp& stamp) {
  if (form.stamp_in_body()) return codec.read_id(id, stamp);
  return id.size() == stamp_bytes ? codec.read_stamp(id, stamp) : StampReading::absent;
}

ArrivalKind identify_bounce(const StampCodec& codec, MessageForm form, const MessageText& text, MessageStamp& stamp) {
  const StampReading by_id = read_any_id(codec, form, text.id, stamp);
  if (by_id == StampReading::ours) return ArrivalKind::bounce;
  const StampReading by_body = codec.read_stamp(text.body, stamp);
  if (by_body == StampReading::ours) return ArrivalKind::bounce;
  const bool damaged = by_id == StampReading::damaged || by_body == StampReading::damaged;
  return damaged ? ArrivalKind::corrupted : ArrivalKind::foreign;
}

ArrivalKind identify_by_id(const StampCodec& codec, MessageForm form, const MessageText& text, MessageStamp& stamp) {
  switch (read_any_id(codec, form, text.id, stamp)) {
    case StampReading::ours:
      return text.body.size() == form.body_bytes && is_padding(text.body) ? ArrivalKind::message
                                                                          : ArrivalKind::corrupted;
    case StampReading::damaged:
      return ArrivalKind::corrupted;
    default:
      return ArrivalKind::foreign;
  }
}

ArrivalKind identify_by_body(const StampCodec& codec, MessageForm form, const MessageText& text, MessageStamp& stamp) {
  switch (codec.read_stamp(text.body, stamp)) {
    case StampReading::ours:
      return text.body.size() == form.body_bytes && is_padding(text.body.substr(stamp_bytes)) ? ArrivalKind::message
                                                                                              : ArrivalKind::corrupted;
    case StampReading::damaged:
      return ArrivalKind::corrupted;
    default: {
      // The body says nothing of us; if the id does, it is ours and was altered.
      MessageStamp by_id;
      const StampReading reading = codec.read_id(text.id, by_id);
      const bool ours = reading == StampReading::ours || reading == StampReading::damaged;
      return ours ? ArrivalKind::corrupted : ArrivalKind::foreign;
    }
  }
}

}  // namespace

ArrivalKind identify(const StampCodec& codec, MessageForm form, const MessageText& text, MessageStamp& stamp) {
  if (text.is_error) return identify_bounce(codec, form, text, stamp);
  return form.stamp_in_body() ? identify_by_body(codec, form, text, stamp) : identify_by_id(codec, form, text, stamp);
}

}  // namespace squall::metrics
