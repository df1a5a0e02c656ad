#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parsers/event.hpp"
#include "xmpp/stanza/error.hpp"
#include "xmpp/stream/stage.hpp"

namespace squall::xmpp {

/// Appends <stream:error/> with that condition (RFC 6120 section 4.9.3), without closing the stream.
void append_stream_error(std::string& out, std::string_view condition, std::string_view text = {});

/// The condition that sends a client to another host; its PeerError has that host, with or without a port, as text.
inline constexpr std::string_view see_other_host = "see-other-host";

/// The stream error that `element` is, or that a second stream header holds, as jabberd2 sends it to a stream that is
/// not open yet; nothing if it is something else.
std::optional<PeerError> read_stream_error(const parsers::Element& element);

/// A Failure whose strings are cut to the sizes it promises, never inside a character.
Failure make_failure(Stage stage, session_errc code, std::string_view condition = {}, std::string_view text = {});

}  // namespace squall::xmpp
