#pragma once

#include "parsers/event.hpp"

namespace squall::parsers::plugin {

/// The event with its name or bytes, as many as there are, at `data`.
inline Event relocated(const Event& event, const char* data) {
  const std::string_view bytes = event.bytes();
  const auto size = static_cast<std::uint32_t>(bytes.size());
  switch (event.kind()) {
    case EventKind::start: {
      Event start = Event::start(data, static_cast<std::uint16_t>(size), event.ns());
      start.set_span(event.span());
      return start;
    }
    case EventKind::attribute:
      return Event::attribute(data, static_cast<std::uint16_t>(size), event.ns());
    case EventKind::value:
      return Event::value(data, size, event.decoding());
    case EventKind::text:
      return Event::text(data, size, event.decoding());
    case EventKind::end:
      break;
  }
  return event;
}

/// The start or attribute event with another namespace.
inline Event renumbered(const Event& event, std::uint16_t ns) {
  const auto size = static_cast<std::uint16_t>(event.bytes().size());
  if (event.kind() == EventKind::attribute) return Event::attribute(event.bytes().data(), size, ns);
  Event start = Event::start(event.bytes().data(), size, ns);
  start.set_span(event.span());
  return start;
}

}  // namespace squall::parsers::plugin
