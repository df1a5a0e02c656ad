#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace squall::load {

enum class TraceDirection : unsigned char { sent, received, note };

/// Takes the XML of the one user that is traced, passwords masked, in the order of the wire. A note says in words what
/// happened to the connection. Called by one worker thread.
using TraceSink = std::function<void(TraceDirection, std::string_view)>;

/// `xml` with the content of every <auth/> and <response/> (RFC 6120 section 6.4) replaced by `***`.
std::string mask_secrets(std::string_view xml);

}  // namespace squall::load
