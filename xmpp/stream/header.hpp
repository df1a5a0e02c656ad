#pragma once

#include <string>
#include <string_view>

#include "parsers/event.hpp"

namespace squall::xmpp {

/// A stream header to be written; empty parts are left out. Spec: RFC 6120 section 4.7.
struct StreamHeader {
  std::string_view to{};
  std::string_view from{};
  std::string_view id{};
};

/// Appends XML declaration and header for version 1.0 of a client's stream.
void append_header(std::string& out, const StreamHeader& header);

/// True for the root of an XMPP stream, whatever its attributes.
bool is_stream_header(const parsers::Element& element);

/// True if the header says a version of which we speak: 1.x.
bool has_supported_version(const parsers::Element& header);

inline constexpr std::string_view stream_end = "</stream:stream>";

}  // namespace squall::xmpp
